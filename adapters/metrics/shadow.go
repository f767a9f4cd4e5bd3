package metrics

import "platen/domain/comparison"

// ShadowCompared counts a document that the second engine rendered too.
func (m *Metrics) ShadowCompared(verdict comparison.Verdict) {
	m.shadowed.WithLabelValues(string(verdict)).Inc()
}

// ShadowDropped counts a document of the sample that was left out. The reason is one of a few.
func (m *Metrics) ShadowDropped(reason string) { m.shadowDropped.WithLabelValues(reason).Inc() }
