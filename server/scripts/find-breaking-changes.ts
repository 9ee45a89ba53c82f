import { findBreakingSchema, type Json } from './find-breaking-schema.js'

type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema: Json }[]
  requestBody?: { required?: boolean; content: Content }
  responses?: Record<string, { content?: Content }>
  security?: Record<string, unknown>[]
}
type Content = Record<string, { schema?: Json }>
type Paths = Record<string, Record<string, Operation>>

export type Document = {
  paths: Paths
  webhooks?: Paths
  components: { schemas: Record<string, Json> }
}

/**
 * Lists the differences between two OpenAPI documents that break clients of the first one: removed
 * operations, fields and parameters, and requests or responses with other values. Additions are not
 * listed.
 */
export function findBreakingChanges(before: Document, after: Document): string[] {
  const documents = { before: before.components.schemas, after: after.components.schemas }
  const compare = (base: Paths, now: Paths) =>
    Object.entries(base).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) => {
        const place = `${method.toUpperCase()} ${path}`
        const changed = now[path]?.[method]
        if (!changed) return [`${place} was removed`]
        return compareOperations(operation, changed).map((change) => `${place}: ${change}`)
      }),
    )

  function compareOperations(base: Operation, now: Operation): string[] {
    return [
      ...compareParameters(base.parameters ?? [], now.parameters ?? []),
      ...compareBodies(base.requestBody, now.requestBody),
      ...compareResponses(base.responses ?? {}, now.responses ?? {}),
      ...compareSecurity(base.security, now.security),
    ]
  }

  function compareParameters(
    base: NonNullable<Operation['parameters']>,
    now: NonNullable<Operation['parameters']>,
  ): string[] {
    const find = (list: typeof base, entry: (typeof base)[number]) =>
      list.find((other) => other.name === entry.name && other.in === entry.in)
    const removed = base
      .filter((entry) => !find(now, entry))
      .map(({ name }) => `${name} was removed`)
    const required = now
      .filter((entry) => entry.required && !find(base, entry)?.required)
      .map(({ name }) => `${name} became required`)
    const narrowed = base.flatMap((entry) => {
      const other = find(now, entry)
      return other ? inSchema(entry.schema, other.schema, { side: 'request', at: entry.name }) : []
    })
    return [...removed, ...required, ...narrowed]
  }

  function compareBodies(base: Operation['requestBody'], now: Operation['requestBody']): string[] {
    if (!base) return now?.required ? ['a body became required'] : []
    if (!now) return ['the body was removed']
    const required = now.required && !base.required ? ['the body became required'] : []
    return [...required, ...compareContents(base.content, now.content, 'request')]
  }

  function compareResponses(
    base: NonNullable<Operation['responses']>,
    now: NonNullable<Operation['responses']>,
  ): string[] {
    return Object.entries(base).flatMap(([status, { content = {} }]) => {
      const response = now[status]
      if (!response) return [`the response ${status} was removed`]
      return compareContents(content, response.content ?? {}, 'response').map(
        (change) => `${status} ${change}`,
      )
    })
  }

  function compareContents(base: Content, now: Content, side: 'request' | 'response'): string[] {
    return Object.entries(base).flatMap(([type, { schema = {} }]) => {
      const other = now[type]
      if (!other) return [`${side} type ${type} was removed`]
      return inSchema(schema, other.schema ?? {}, { side, at: side })
    })
  }

  function inSchema(base: Json, now: Json, place: { side: 'request' | 'response'; at: string }) {
    return findBreakingSchema(base, now, { ...place, documents })
  }

  // Documents describe a webhook, which clients receive, as a request.
  const compareDeliveries = (base: Paths, now: Paths) =>
    Object.entries(base).flatMap(([kind, { post }]) => {
      const changed = now[kind]?.['post']
      if (!changed) return [`webhook ${kind} was removed`]
      return compareContents(
        post?.requestBody?.content ?? {},
        changed.requestBody?.content ?? {},
        'response',
      ).map((change) => `webhook ${kind}: ${change}`)
    })

  return [
    ...compare(before.paths, after.paths),
    ...compareDeliveries(before.webhooks ?? {}, after.webhooks ?? {}),
  ]
}

/** Every way to authenticate must stay. An empty list means that none is needed. */
function compareSecurity(base: Operation['security'], now: Operation['security']): string[] {
  const all = (now ?? []).map((entry) => JSON.stringify(entry))
  if (all.length === 0 || all.includes('{}')) return []
  if (base?.length === 0) return ['credentials became required']
  return (base ?? [])
    .map((entry) => JSON.stringify(entry))
    .filter((entry) => !all.includes(entry))
    .map((entry) => `the credentials ${entry} are no longer accepted`)
}
