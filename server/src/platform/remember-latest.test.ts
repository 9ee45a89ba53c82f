import { describe, expect, test } from 'vitest'
import { rememberLatest } from './remember-latest.js'

describe('rememberLatest', () => {
  test('default: computes each of the latest results once', () => {
    const computed: string[] = []
    const double = rememberLatest((text) => {
      computed.push(text)
      return text + text
    }, 2)
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map(double)).toEqual(['aa', 'bb', 'aa', 'cc', 'aa', 'bb'])
    expect(computed).toEqual(['a', 'b', 'c', 'b'])
  })
})
