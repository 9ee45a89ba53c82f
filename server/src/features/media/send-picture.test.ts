import { describe, expect, test } from 'vitest'
import { readRange } from './send-picture.js'

describe('readRange', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=2-5', { first: 2, last: 5 }],
    ['bytes=2-', { first: 2, last: 9 }],
    ['bytes=2-100', { first: 2, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-100', { first: 0, last: 9 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['bytes=a-b', null],
    ['lines=0-1', null],
  ])('default: %s', (header, expected) => {
    expect(readRange(header, 10)).toEqual(expected)
  })
})
