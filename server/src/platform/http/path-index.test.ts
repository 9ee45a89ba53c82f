import { describe, expect, test } from 'vitest'
import { createPathIndex, type PathIndex } from './path-index.js'

describe('createPathIndex', () => {
  test('default', () => {
    const index = anIndex(['GET', '/api/receipts'], ['POST', '/api/receipts'])
    expect(index.methodsOf('/api/receipts')).toEqual(['GET', 'POST'])
  })

  test('behavior: sorted and each once, in whatever order they came', () => {
    const index = anIndex(['PUT', '/a'], ['GET', '/a'], ['DELETE', '/a'], ['GET', '/a'])
    expect(index.methodsOf('/a')).toEqual(['DELETE', 'GET', 'PUT'])
  })

  test('behavior: a path without GET is known too', () => {
    expect(anIndex(['POST', '/api/charge']).methodsOf('/api/charge')).toEqual(['POST'])
  })

  test('behavior: a variable part takes any one segment', () => {
    const index = anIndex(['GET', '/api/receipts/:id'], ['POST', '/api/receipts/:id/refund'])
    expect(index.methodsOf('/api/receipts/R-1')).toEqual(['GET'])
    expect(index.methodsOf('/api/receipts/a%20b')).toEqual(['GET'])
    expect(index.methodsOf('/api/receipts/R-1/refund')).toEqual(['POST'])
    expect(index.methodsOf('/api/receipts/R-1/other')).toEqual([])
  })

  test('behavior: a fixed path goes before a variable one', () => {
    const index = anIndex(['GET', '/a/:id'], ['POST', '/a/status'])
    expect(index.methodsOf('/a/status')).toEqual(['POST'])
    expect(index.methodsOf('/a/other')).toEqual(['GET'])
  })

  test('behavior: the same place may have another name for another method', () => {
    const index = anIndex(['GET', '/a/:id'], ['DELETE', '/a/:key'])
    expect(index.methodsOf('/a/1')).toEqual(['DELETE', 'GET'])
  })

  test('behavior: a variable part may be as long as the server lets it be', () => {
    const index = anIndex(['GET', '/a/:id'])
    expect(index.methodsOf(`/a/${'x'.repeat(200)}`)).toEqual(['GET'])
  })

  test.each(['/', '', '/b', '/a/', '/A', '/a/b', '/%zz', '//a', 'a'])('error: %o', (path) => {
    expect(anIndex(['GET', '/a']).methodsOf(path)).toEqual([])
  })

  test('error: nothing was added', () => {
    expect(createPathIndex({ maxParamLength: 200 }).methodsOf('/a')).toEqual([])
  })

  test('error: a variable part that is no valid encoding', () => {
    expect(anIndex(['GET', '/a/:id']).methodsOf('/a/%zz')).toEqual([])
  })
})

function anIndex(...routes: [method: string, path: string][]): PathIndex {
  const index = createPathIndex({ maxParamLength: 200 })
  for (const [method, path] of routes) index.add(method, path)
  return index
}
