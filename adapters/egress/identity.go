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

// identity is what engines meet when TLS ends here.
type identity struct {
	tls *tls.Config
	pin string
}

// newIdentity makes a key, and one certificate for all hosts: engines trust the key, by its pin, and then ask
// nothing else of the certificate. Nobody but the engines of this process is to trust it, so it is no authority.
func newIdentity() (identity, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return identity{}, fmt.Errorf("making the key of egress: %w", err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "Platen egress"},
		NotBefore:             time.Now().Add(-24 * time.Hour),
		NotAfter:              time.Now().AddDate(10, 0, 0),
		KeyUsage:              x509.KeyUsageDigitalSignature,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return identity{}, fmt.Errorf("making the certificate of egress: %w", err)
	}
	spki, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		return identity{}, fmt.Errorf("making the pin of egress: %w", err)
	}
	pin := sha256.Sum256(spki)
	return identity{
		tls: &tls.Config{
			Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
			// HTTP/2 comes first for safety's sake. Qt 5.15, the network of wkhtmltopdf, asks for it, and where it
			// gets HTTP/1.1 it opens more connections to the host, and those past its proxy.
			NextProtos: []string{"h2", "http/1.1"},
			MinVersion: tls.VersionTLS12,
		},
		pin: base64.StdEncoding.EncodeToString(pin[:]),
	}, nil
}
