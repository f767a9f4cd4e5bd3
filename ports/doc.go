// Package ports has the interfaces between the use cases and everything outside, with the values that pass through them. Adapters
// implement them, or call them as HTTP does. The comments on the methods are the contract of every implementation.
package ports
