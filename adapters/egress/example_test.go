package egress_test

import (
	"fmt"
	"net/http"
	"net/url"

	"go.uber.org/zap"

	"platen/adapters/egress"
)

// One session serves one engine. Chrome receives its address as --proxy-server, and the hash of the key as
// --ignore-certificate-errors-spki-list; here an HTTP client replaces Chrome.
func Example() {
	e, err := egress.New(egress.DefaultConfig(), zap.NewNop())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Close()
	exit, err := e.Open()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = exit.Close() }()
	transport := &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: exit.Addr()})}
	response, err := (&http.Client{Transport: transport}).Get("http://169.254.169.254/latest/meta-data?token=secret")
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = response.Body.Close()
	transport.CloseIdleConnections()

	traffic := exit.Drain()
	fmt.Println(response.StatusCode, traffic.Requests)
	for _, failed := range traffic.Failed {
		fmt.Println(failed.URL, "-", failed.Reason)
	}
	// Output:
	// 403 1
	// http://169.254.169.254/latest/meta-data - refused: 169.254.169.254 is not a public address
}
