import { describe, expect, test } from 'vitest'
import { createPathIndex, type PathIndex } from './routes.js'

describe('createPathIndex', () => {
  test('default', () => {
    const index = anIndex(['GET', '/api/receipts'], ['POST', '/api/receipts'])
    expect(index.methodsOf('/api/receipts')).toEqual(['GET', 'POST'])
  })

  test('behavior: lists each method once, sorted', () => {
    const index = anIndex(['PUT', '/a'], ['GET', '/a'], ['DELETE', '/a'], ['GET', '/a'])
    expect(index.methodsOf('/a')).toEqual(['DELETE', 'GET', 'PUT'])
  })

  test('behavior: lists a path without GET', () => {
    expect(anIndex(['POST', '/api/charge']).methodsOf('/api/charge')).toEqual(['POST'])
  })

  test('behavior: a parameter matches any one segment', () => {
    const index = anIndex(['GET', '/api/receipts/:id'], ['POST', '/api/receipts/:id/refund'])
    expect(index.methodsOf('/api/receipts/R-1')).toEqual(['GET'])
    expect(index.methodsOf('/api/receipts/a%20b')).toEqual(['GET'])
    expect(index.methodsOf('/api/receipts/R-1/refund')).toEqual(['POST'])
    expect(index.methodsOf('/api/receipts/R-1/other')).toEqual([])
  })

  test('behavior: prefers a fixed path to a parameter', () => {
    const index = anIndex(['GET', '/a/:id'], ['POST', '/a/status'])
    expect(index.methodsOf('/a/status')).toEqual(['POST'])
    expect(index.methodsOf('/a/other')).toEqual(['GET'])
  })

  test('behavior: allows another parameter name for another method', () => {
    const index = anIndex(['GET', '/a/:id'], ['DELETE', '/a/:key'])
    expect(index.methodsOf('/a/1')).toEqual(['DELETE', 'GET'])
  })

  test('behavior: accepts parameters up to the maximum length', () => {
    const index = anIndex(['GET', '/a/:id'])
    expect(index.methodsOf(`/a/${'x'.repeat(200)}`)).toEqual(['GET'])
  })

  test.each(['/', '', '/b', '/a/', '/A', '/a/b', '/%zz', '//a', 'a'])(
    'error: finds nothing at %o',
    (path) => {
      expect(anIndex(['GET', '/a']).methodsOf(path)).toEqual([])
    },
  )

  test('error: finds nothing in an empty index', () => {
    expect(createPathIndex({ maxParamLength: 200 }).methodsOf('/a')).toEqual([])
  })

  test('error: finds nothing for an invalid encoding', () => {
    expect(anIndex(['GET', '/a/:id']).methodsOf('/a/%zz')).toEqual([])
  })
})

function anIndex(...routes: [method: string, path: string][]): PathIndex {
  const index = createPathIndex({ maxParamLength: 200 })
  for (const [method, path] of routes) index.add(method, path)
  return index
}
