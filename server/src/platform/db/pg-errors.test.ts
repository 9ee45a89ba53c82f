import { createConnection } from 'node:net'
import { DatabaseError } from 'pg'
import { describe, expect, test } from 'vitest'
import { CallAbandoned } from './call-watch.js'
import { isDriverTimeout, kindOfPgError } from './pg-errors.js'

describe('kindOfPgError', () => {
  test.each([
    ['a duplicate key', '23505', 'statement'],
    ['a mistake in the SQL', '42601', 'statement'],
    ['a query that was refused', '42501', 'statement'],
    ['a lock that was not free', '55P03', 'statement'],
    ['a transaction that failed before', '25P02', 'statement'],
    ['a serialization failure', '40001', 'retry'],
    ['a deadlock', '40P01', 'retry'],
    ['a statement time-out', '57014', 'overloaded'],
    ['a full disk', '53100', 'overloaded'],
    ['too little memory', '53200', 'overloaded'],
    ['a disk that fails', '58030', 'overloaded'],
    ['a connection exception', '08000', 'connection'],
    ['a connection failure', '08006', 'connection'],
    ['a protocol violation', '08P01', 'connection'],
    ['too many connections', '53300', 'connection'],
    ['a server that was stopped', '57P01', 'connection'],
    ['a server that crashed', '57P02', 'connection'],
    ['a server that is starting', '57P03', 'connection'],
    ['a database that was dropped', '57P04', 'connection'],
    ['a session that was idle too long', '57P05', 'connection'],
    ['a server that became read-only', '25006', 'connection'],
  ])('default: classifies %s (%s) as %s', (_name, code, expected) => {
    expect(kindOfPgError(aDatabaseError(code))).toBe(expected)
  })

  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ENOENT',
  ])('behavior: classifies the socket error %s as connection', (code) => {
    expect(kindOfPgError(Object.assign(new Error('connect'), { code }))).toBe('connection')
  })

  test('behavior: classifies a refused connection as connection', async () => {
    const error = await new Promise((resolve) => {
      createConnection({ host: 'localhost', port: 1 }).once('error', resolve)
    })
    expect(kindOfPgError(error)).toBe('connection')
  })

  test.each([
    ['Connection terminated', 'connection'],
    ['Connection terminated unexpectedly', 'connection'],
    ['Connection terminated due to connection timeout', 'connection'],
    ['Client has encountered a connection error and is not queryable', 'connection'],
    ['Client was closed and is not queryable', 'connection'],
    ['timeout expired', 'connection'],
    ['timeout exceeded when trying to connect', 'overloaded'],
    ['Query values must be an array', 'statement'],
    ['', 'statement'],
  ])('behavior: classifies the message %o as %s', (message, expected) => {
    expect(kindOfPgError(new Error(message))).toBe(expected)
  })

  test('behavior: matches only whole codes', () => {
    expect(kindOfPgError(aDatabaseError('0800'))).toBe('statement')
    expect(kindOfPgError(aDatabaseError('080000'))).toBe('statement')
    expect(kindOfPgError(aDatabaseError('x57P01'))).toBe('statement')
    expect(kindOfPgError(Object.assign(new Error('odd'), { code: 40_001 }))).toBe('statement')
  })

  test.each([null, undefined, '57P01', { code: '57P01' }])(
    'error: classifies %o as statement',
    (thrown) => {
      expect(kindOfPgError(thrown)).toBe('statement')
    },
  )

  test('behavior: classifies an abandoned call as abandoned', () => {
    expect(kindOfPgError(new CallAbandoned('late'))).toBe('abandoned')
  })
})

describe('isDriverTimeout', () => {
  test.each([
    ['Connection terminated due to connection timeout', true],
    ['timeout expired', true],
    ['Connection terminated unexpectedly', false],
    ['timeout exceeded when trying to connect', false],
  ])('default: %o is %o', (message, expected) => {
    expect(isDriverTimeout(new Error(message))).toBe(expected)
  })
})

function aDatabaseError(code: string): DatabaseError {
  return Object.assign(new DatabaseError('refused', 0, 'error'), { code })
}
