import { describe, expect, test } from 'vitest'
import { type Breaker, createBreaker } from './breaker.js'

describe('createBreaker', () => {
  test('default', () => {
    const { breaker } = aBreaker()
    expect([breaker.admit(), breaker.admit(), breaker.admit()]).toEqual([true, true, true])
    expect(breaker.isOpen()).toBe(false)
  })

  test('behavior: lets nobody through for the pause after a failure', () => {
    const { breaker, advance } = aBreaker()
    breaker.fail()

    expect(breaker.isOpen()).toBe(true)
    expect(breaker.admit()).toBe(false)
    advance(299)
    expect(breaker.admit()).toBe(false)
    advance(1)
    expect(breaker.admit()).toBe(true)
  })

  test('behavior: after the pause one caller at a time is the probe', () => {
    const { breaker, advance } = aBreaker()
    breaker.fail()
    advance(1_000)

    expect([breaker.admit(), breaker.admit(), breaker.admit()]).toEqual([true, false, false])
    expect(breaker.isOpen()).toBe(true)
  })

  test('behavior: a probe that never answers does not shut the others out for ever', () => {
    const { breaker, advance } = aBreaker()
    breaker.fail()
    advance(300)
    breaker.admit()

    advance(299)
    expect(breaker.admit()).toBe(false)
    advance(1)
    expect([breaker.admit(), breaker.admit()]).toEqual([true, false])
  })

  test('behavior: a probe that succeeds lets everybody through', () => {
    const { breaker, advance } = aBreaker()
    breaker.fail()
    advance(300)
    breaker.admit()
    breaker.succeed()

    expect(breaker.isOpen()).toBe(false)
    expect([breaker.admit(), breaker.admit()]).toEqual([true, true])
  })

  test('behavior: a probe that fails starts the pause again', () => {
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

  test('behavior: asking whether it is open makes nobody the probe', () => {
    const { breaker, advance } = aBreaker()
    breaker.fail()
    advance(300)

    expect([breaker.isOpen(), breaker.isOpen()]).toEqual([true, true])
    expect(breaker.admit()).toBe(true)
  })

  test('behavior: can open again after it closed', () => {
    const { breaker } = aBreaker()
    breaker.fail()
    breaker.succeed()
    breaker.fail()
    expect(breaker.admit()).toBe(false)
  })
})

/** With a pause of 300 ms and a clock that moves only by hand. */
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
