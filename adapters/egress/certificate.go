package egress

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"fmt"
	"math/big"
	"time"
)

// certificate is what engines receive in a TLS handshake, for whatever host they ask: they trust its key by its hash (SPKIHash), or do
// not verify certificates. The key never leaves this process.
type certificate struct {
	server *tls.Config // of the server's side of a handshake
	spki   string
}

func newCertificate() (*certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make the key of the egress certificate: %w", err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: "Platen egress"},
		NotBefore:    time.Now().AddDate(0, 0, -1), // the clocks of an engine and of this process may differ
		NotAfter:     time.Now().AddDate(10, 0, 0), // longer than any process runs
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, fmt.Errorf("make the egress certificate: %w", err)
	}
	spki, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		return nil, fmt.Errorf("encode the key of the egress certificate: %w", err)
	}
	hash := sha256.Sum256(spki)
	return &certificate{spki: base64.StdEncoding.EncodeToString(hash[:]), server: &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
		// Offering HTTP/2 is part of the guard: Qt 5.15, as an engine's network, asks for it, and if it gets
		// HTTP/1.1 it opens further connections to the host past its proxy.
		NextProtos:             []string{"h2", "http/1.1"},
		MinVersion:             tls.VersionTLS12,
		SessionTicketsDisabled: true, // engines keep nothing of one document for the next
	}}, nil
}
