// Package ports has the interfaces between the domain and everything outside it, one interface a file. Each folder of adapters
// implements one of them with one technology. The comments on the methods are the contract of every implementation.
package ports
