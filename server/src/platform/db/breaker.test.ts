import { describe, expect, test } from 'vitest'
import { type Breaker, createBreaker } from './breaker.js'

describe('createBreaker', () => {
  test('default', () => {
    const { breaker } = aBreaker()
    expect([breaker.admit(), breaker.admit(), breaker.admit()]).toEqual([true, true, true])
    expect(breaker.isOpen()).toBe(false)
  })

  test('behavior: rejects every caller during the pause after a failure', () => {
    const { breaker, advance } = aBreaker()
    breaker.fail()

    expect(breaker.isOpen()).toBe(true)
    expect(breaker.admit()).toBe(false)
    advance(299)
    expect(breaker.admit()).toBe(false)
    advance(1)
    expect(breaker.admit()).toBe(true)
  })

  test('behavior: admits one probe at a time after the pause', () => {
    const { breaker, advance } = aBreaker()
    breaker.fail()
    advance(1_000)

    expect([breaker.admit(), breaker.admit(), breaker.admit()]).toEqual([true, false, false])
    expect(breaker.isOpen()).toBe(true)
  })

  test('behavior: a probe that hangs does not block the others forever', () => {
    const { breaker, advance } = aBreaker()
    breaker.fail()
    advance(300)
    breaker.admit()

    advance(299)
    expect(breaker.admit()).toBe(false)
    advance(1)
    expect([breaker.admit(), breaker.admit()]).toEqual([true, false])
  })

  test('behavior: a successful probe closes the breaker', () => {
    const { breaker, advance } = aBreaker()
    breaker.fail()
    advance(300)
    breaker.admit()
    breaker.succeed()

    expect(breaker.isOpen()).toBe(false)
    expect([breaker.admit(), breaker.admit()]).toEqual([true, true])
  })

  test('behavior: a failed probe restarts the pause', () => {
    const { breaker, advance } = aBreaker()
    breaker.fail()
    advance(300)
    breaker.admit()
    advance(100)
    breaker.fail()

    advance(299)
    expect(breaker.admit()).toBe(false)
    advance(1)
    expect(breaker.admit()).toBe(true)
  })

  test('behavior: isOpen does not admit a probe', () => {
    const { breaker, advance } = aBreaker()
    breaker.fail()
    advance(300)

    expect([breaker.isOpen(), breaker.isOpen()]).toEqual([true, true])
    expect(breaker.admit()).toBe(true)
  })

  test('behavior: can open again after closing', () => {
    const { breaker } = aBreaker()
    breaker.fail()
    breaker.succeed()
    breaker.fail()
    expect(breaker.admit()).toBe(false)
  })
})

/** Creates a breaker with a pause of 300 ms and a manual clock. */
function aBreaker(): { breaker: Breaker; advance: (ms: number) => void } {
  let time = 0
  const breaker = createBreaker({ pauseMs: 300, monotonicMs: () => time })
  return {
    breaker,
    advance(ms) {
      time += ms
    },
  }
}
