import type { ApiPaths } from '@tallystick/sdk'

export type Verb = 'get' | 'post' | 'put' | 'delete'

/** The paths that have an operation for a verb. */
export type PathOf<V extends Verb> = {
  [P in keyof ApiPaths]: ApiPaths[P] extends { [K in V]: { responses: object } } ? P : never
}[keyof ApiPaths]

type Operation<V extends Verb, P extends PathOf<V>> =
  ApiPaths[P] extends Record<V, infer O> ? O : never

type Json<R> = R extends { content: { 'application/json': infer Body } } ? Body : never

/** The JSON of a successful response. */
export type ResultOf<V extends Verb, P extends PathOf<V>> =
  Operation<V, P> extends { responses: infer R }
    ? { [Status in keyof R]: Status extends 200 | 201 | 202 ? Json<R[Status]> : never }[keyof R]
    : never

type Parameters<O> = O extends { parameters: infer P } ? P : never

type Part<O, Name extends string> =
  Parameters<O> extends { [K in Name]?: infer Value } ? Exclude<Value, undefined> : never

type BodyOf<O> = O extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? Body
  : never

/** The input of a call: parameters in the path, the query and the body. */
export type InputOf<V extends Verb, P extends PathOf<V>> = {
  path?: Part<Operation<V, P>, 'path'>
  query?: Partial<Part<Operation<V, P>, 'query'>>
  body?: BodyOf<Operation<V, P>>
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}
