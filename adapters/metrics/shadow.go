package metrics

import "platen/domain/comparison"

// ShadowCompared counts a document that the second engine rendered as well.
func (m *Metrics) ShadowCompared(verdict comparison.Verdict) {
	m.shadowed.WithLabelValues(string(verdict)).Inc()
}

// ShadowDropped counts a document of the sample that was not compared. The number of different reasons must be small.
func (m *Metrics) ShadowDropped(reason string) { m.shadowDropped.WithLabelValues(reason).Inc() }
