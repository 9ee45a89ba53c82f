export const liveKinds = [
  'receipt',
  'item',
  'subscription',
  'payout',
  'notification',
  'job',
] as const

type LiveKind = (typeof liveKinds)[number]

/** A change of an object. It has no data: screens load the object themselves. */
export type LiveChange = {
  kind: LiveKind
  /** Null for many objects of the kind. */
  id: string | null
  change: 'created' | 'updated' | 'deleted'
}

const changes = ['created', 'updated', 'deleted'] as const

/** Reads the data of an event. Returns null for what this version does not know. */
export function readChange(data: Record<string, unknown> | null): LiveChange | null {
  const kind = liveKinds.find((known) => known === data?.['kind'])
  const change = changes.find((known) => known === data?.['change'])
  if (!kind || !change) return null
  const id = data?.['id']
  return { kind, id: typeof id === 'string' ? id : null, change }
}

/** Joins the changes of a batch: one for each object, and one for a kind of which many changed. */
export function joinChanges(batch: readonly LiveChange[]): LiveChange[] {
  const whole = new Set(batch.filter(({ id }) => id === null).map(({ kind }) => kind))
  const joined = new Map<string, LiveChange>()
  for (const change of batch) {
    const id = whole.has(change.kind) ? null : change.id
    const key = `${change.kind} ${id ?? ''}`
    const earlier = joined.get(key)
    // An object that was created and then updated is still new to the screen.
    const isNew = earlier?.change === 'created' && change.change === 'updated'
    joined.set(key, { ...change, id, change: isNew ? 'created' : change.change })
  }
  return [...joined.values()]
}
