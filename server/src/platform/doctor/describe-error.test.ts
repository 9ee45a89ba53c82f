import { describe, expect, test } from 'vitest'
import { describeError } from './describe-error.js'

describe('describeError', () => {
  test('default: returns the first line of the innermost cause', () => {
    const cause = new Error('connection refused.\nDetails: many')
    expect(describeError(new Error('unavailable', { cause }))).toBe('connection refused')
  })

  test('behavior: takes the first of several causes', () => {
    const errors = [new Error('refused on ::1'), new Error('refused on 127.0.0.1')]
    expect(describeError(new AggregateError(errors))).toBe('refused on ::1')
  })

  test('behavior: hides secrets', () => {
    const text = describeError(new Error('cannot use postgres://me:hunter2@db.test/shop'))
    expect(text).not.toContain('hunter2')
  })

  test('behavior: accepts anything thrown', () => {
    expect(describeError('odd')).toBe('odd')
  })
})
