import { describe, expect, test } from 'vitest'
import { createHttpTimes } from './http-times.js'

describe('createHttpTimes', () => {
  test('default', () => {
    const times = createHttpTimes()
    const observe = times.forRoute('GET', '/items/:id')
    observe(200, 0.002)
    observe(200, 0.3)
    observe(404, 20)

    const lines = times.toPrometheus().split('\n')
    const ok = 'method="GET",route="/items/:id",status="200"'
    expect(lines).toContain(`tallystick_http_request_seconds_bucket{${ok},le="0.001"} 0`)
    expect(lines).toContain(`tallystick_http_request_seconds_bucket{${ok},le="0.0025"} 1`)
    expect(lines).toContain(`tallystick_http_request_seconds_bucket{${ok},le="0.5"} 2`)
    expect(lines).toContain(`tallystick_http_request_seconds_count{${ok}} 2`)
    expect(lines).toContain(`tallystick_http_request_seconds_sum{${ok}} 0.302`)
  })

  test('behavior: counts a time above every limit only in the +Inf bucket', () => {
    const times = createHttpTimes()
    times.forRoute('GET', '/')(500, 11)
    const text = times.toPrometheus()
    expect(text).toContain('le="10"} 0')
    expect(text).toContain('le="+Inf"} 1')
  })
})
