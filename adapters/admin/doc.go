// Package admin is the operator's listener: /healthz, /readyz, /version and the pages of other packages, without a key.
//
// Supervisors ask /healthz whether to restart the process; load balancers ask /readyz whether to send it requests. The
// listener is started before the parts that it reports on and closed after them, so that it can report that they are
// starting or shutting down.
package admin
