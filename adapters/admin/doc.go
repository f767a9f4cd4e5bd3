// Package admin is the listener for the operator: /healthz, /readyz, /version and the pages of others, without a key.
//
// Supervisors ask /healthz whether to restart the process, load balancers ask /readyz whether to send it
// requests. It should be started before the parts that it speaks of and closed after them, so that it can say
// that they are starting or shutting down.
package admin
