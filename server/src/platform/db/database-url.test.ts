import { describe, expect, test } from 'vitest'
import { readDatabaseServers } from './database-url.js'

describe('readDatabaseServers', () => {
  test.each([
    'postgres://me:p%40w@db.test:5432/shop?sslmode=require',
    'postgres://me:p@w@db.test/shop',
    'postgresql://db.test',
    'postgres:///shop?host=/run/postgresql',
    'postgres://me@[::1]:5432/shop',
  ])('default: one server stays as it is: %s', (url) => {
    expect(readDatabaseServers(url)).toEqual({ urls: [url], kind: 'any' })
  })

  test('behavior: gives each of several servers a URL', () => {
    const url =
      'postgres://me:p%40w@a.test:1,b.test,[::1]:3/shop?sslmode=require&target_session_attrs=read-write'
    expect(readDatabaseServers(url)).toEqual({
      urls: ['a.test:1', 'b.test', '[::1]:3'].map(
        (host) => `postgres://me:p%40w@${host}/shop?sslmode=require`,
      ),
      kind: 'read-write',
    })
  })

  test('behavior: drops an option that the driver does not know', () => {
    expect(readDatabaseServers('postgres://a.test/shop?target_session_attrs=standby')).toEqual({
      urls: ['postgres://a.test/shop'],
      kind: 'standby',
    })
  })

  test.each([
    ['mysql://a.test/shop', 'must be a URL that starts with'],
    ['postgres://a.test,,b.test/shop?target_session_attrs=read-write', 'has an empty host'],
    ['postgres://a.test/shop?target_session_attrs=primary', 'has an unknown target_session_attrs'],
  ])('error: rejects %s', (url, message) => {
    expect(() => readDatabaseServers(url)).toThrow(message)
  })
})
