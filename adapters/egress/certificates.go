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
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/netip"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// maxCertificates bounds the leaf certificates kept, one for each host.
	maxCertificates = 1024
	// caValidity is longer than any process runs.
	caValidity = 10 * 365 * 24 * time.Hour
	// leafValidity is less than what strict verifiers accept (398 days, CA/Browser Forum). A leaf is issued anew
	// when half of it has passed.
	leafValidity = 180 * 24 * time.Hour
	// clockSkew is how far the clocks of an engine and of this process may differ.
	clockSkew = 24 * time.Hour
)

// certificates are what engines receive in a TLS handshake: a leaf for the host that they ask for, issued by a
// certificate authority that is made at start and whose key never leaves this process. All leaves have one key, so that
// an engine can trust its hash (SPKIHash) and another the authority (CA).
type certificates struct {
	caKey   *ecdsa.PrivateKey
	ca      *x509.Certificate
	leafKey *ecdsa.PrivateKey
	leaves  *lru.Cache[string, *tls.Certificate] // by host
	spki    string
}

func newCertificates() (*certificates, error) {
	c := new(certificates)
	var err error
	if c.caKey, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		return nil, fmt.Errorf("make the key of the egress authority: %w", err)
	}
	if c.leafKey, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		return nil, fmt.Errorf("make the key of the egress certificates: %w", err)
	}
	if err := c.makeAuthority(); err != nil {
		return nil, fmt.Errorf("make the egress authority: %w", err)
	}
	spki, err := x509.MarshalPKIXPublicKey(c.leafKey.Public())
	if err != nil {
		return nil, fmt.Errorf("encode the key of the egress certificates: %w", err)
	}
	hash := sha256.Sum256(spki)
	c.spki = base64.StdEncoding.EncodeToString(hash[:])
	c.leaves, err = lru.New[string, *tls.Certificate](maxCertificates)
	return c, err
}

func (c *certificates) makeAuthority() error {
	serial, err := serialNumber()
	if err != nil {
		return err
	}
	template := &x509.Certificate{
		SerialNumber:          serial,
		Subject:               pkix.Name{CommonName: "Platen egress"},
		NotBefore:             time.Now().Add(-clockSkew),
		NotAfter:              time.Now().Add(caValidity),
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
		BasicConstraintsValid: true,
		IsCA:                  true,
		MaxPathLenZero:        true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, c.caKey.Public(), c.caKey)
	if err != nil {
		return err
	}
	c.ca, err = x509.ParseCertificate(der)
	return err
}

// pem is the authority's certificate.
func (c *certificates) pem() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.ca.Raw})
}

// config is the server's side of a handshake for a host.
func (c *certificates) config(host string) (*tls.Config, error) {
	leaf, err := c.leaf(host)
	if err != nil {
		return nil, err
	}
	return &tls.Config{
		Certificates: []tls.Certificate{*leaf},
		// Offering HTTP/2 is part of the guard: Qt 5.15, as an engine's network, asks for it, and if it gets
		// HTTP/1.1 it opens further connections to the host past its proxy.
		NextProtos: []string{"h2", "http/1.1"},
		MinVersion: tls.VersionTLS12,
	}, nil
}

// leaf returns the certificate for a host, a name or an IP address.
func (c *certificates) leaf(host string) (*tls.Certificate, error) {
	if known, ok := c.leaves.Get(host); ok && time.Until(known.Leaf.NotAfter) > leafValidity/2 {
		return known, nil
	}
	leaf, err := c.issue(host)
	if err != nil {
		return nil, fmt.Errorf("make a certificate for an engine: %w", err)
	}
	c.leaves.Add(host, leaf)
	return leaf, nil
}

func (c *certificates) issue(host string) (*tls.Certificate, error) {
	serial, err := serialNumber()
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: "Platen egress leaf"},
		NotBefore:    time.Now().Add(-clockSkew),
		NotAfter:     time.Now().Add(leafValidity),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		template.IPAddresses = []net.IP{addr.AsSlice()}
	} else if host != "" {
		template.DNSNames = []string{host}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, c.ca, c.leafKey.Public(), c.caKey)
	if err != nil {
		return nil, err
	}
	parsed, err := x509.ParseCertificate(der)
	return &tls.Certificate{Certificate: [][]byte{der, c.ca.Raw}, PrivateKey: c.leafKey, Leaf: parsed}, err
}

// serialNumber is random, as verifiers keep certificates by issuer and number.
func serialNumber() (*big.Int, error) {
	return rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
}
