/** A recipient while it is edited. */
export type DraftRecipient = {
  /** Stays the same while the address is typed. */
  key: string
  address: string
  label: string
  bps: number
  isLocked: boolean
  /** Counts the edits of shares, the latest highest. Zero before the first one. */
  edit: number
  /** In the split that is in force. */
  isKnown: boolean
}

/** Recipients whose shares, with that of the platform, always sum to 100 %. */
export type Draft = { recipients: readonly DraftRecipient[]; platformBps: number }

const totalBps = 10_000
/** Includes the platform. */
export const maxRecipients = 16
const newShareBps = 100

type StoredRecipient = { address: string; sharesBps: number; role: string; label?: string }

/** Returns the draft of a split, or of a shop without one: all to the wallet of the owner. */
export function draftOf(
  stored: readonly StoredRecipient[] | null,
  { platformBps, owner }: { platformBps: number; owner: string },
): Draft {
  const others = (stored ?? []).filter(({ role }) => role !== 'platform')
  const platform = stored?.find(({ role }) => role === 'platform')
  const share = platform ? platform.sharesBps : platformBps
  if (others.length === 0) {
    const only = aRecipient({ address: owner, bps: totalBps - share })
    return { recipients: [only], platformBps: share }
  }
  return {
    recipients: others.map(({ address, label = '', sharesBps }) =>
      aRecipient({ address, label, bps: sharesBps, isKnown: true }),
    ),
    platformBps: share,
  }
}

function aRecipient(fields: Partial<DraftRecipient> & { address: string }): DraftRecipient {
  const base = { key: fields.address, label: '', bps: 0, isLocked: false, edit: 0, isKnown: false }
  return { ...base, ...fields }
}

/** Returns the highest share that a recipient can have beside the locked ones. */
export function maxShareOf(draft: Draft, key: string): number {
  const others = draft.recipients.filter((recipient) => recipient.key !== key)
  const taken = others.reduce((sum, { bps, isLocked }) => sum + (isLocked ? bps : 1), 0)
  return totalBps - draft.platformBps - taken
}

/** Returns whether there is another recipient that can give or take a share. */
export function canChangeShare(draft: Draft, key: string): boolean {
  const isOpen = draft.recipients.some((recipient) => recipient.key !== key && !recipient.isLocked)
  return isOpen && maxShareOf(draft, key) >= 1
}

/** Sets a share. Others that are not locked give or take the difference. */
export function setShare(draft: Draft, key: string, bps: number): Draft {
  if (!canChangeShare(draft, key)) return draft
  const target = Math.min(Math.max(1, Math.round(bps)), maxShareOf(draft, key))
  const edit = 1 + Math.max(0, ...draft.recipients.map((recipient) => recipient.edit))
  const recipients = draft.recipients.map((recipient) =>
    recipient.key === key ? { ...recipient, bps: target, edit } : recipient,
  )
  return balance({ ...draft, recipients }, key)
}

export function toggleLock(draft: Draft, key: string): Draft {
  return change(draft, key, ({ isLocked }) => ({ isLocked: !isLocked }))
}

export function setLabel(draft: Draft, key: string, label: string): Draft {
  return change(draft, key, () => ({ label }))
}

export function setAddress(draft: Draft, key: string, address: string): Draft {
  return change(draft, key, () => ({ address: address.trim() }))
}

/** Adds a recipient, which takes a small share from the others, if they can give one. */
export function addRecipient(draft: Draft, key: string): Draft {
  const added = aRecipient({ key, address: '', bps: 0 })
  const all = { ...draft, recipients: [...draft.recipients, added] }
  return canChangeShare(all, key) ? setShare(all, key, newShareBps) : draft
}

/** Removes a recipient. The others share what it had; the first one gets it if all are locked. */
export function removeRecipient(draft: Draft, key: string): Draft {
  const recipients = draft.recipients.filter((recipient) => recipient.key !== key)
  return balance({ ...draft, recipients }, null)
}

function change(
  draft: Draft,
  key: string,
  fields: (recipient: DraftRecipient) => Partial<DraftRecipient>,
): Draft {
  const recipients = draft.recipients.map((recipient) =>
    recipient.key === key ? { ...recipient, ...fields(recipient) } : recipient,
  )
  return { ...draft, recipients }
}

/**
 * Makes the shares sum to 100 %. Recipients whose shares were never edited change first, then the
 * one whose edit is the oldest, so that a typed share stays while another one is typed.
 */
function balance(draft: Draft, fixedKey: string | null): Draft {
  const { recipients, platformBps } = draft
  const sum = recipients.reduce((total, { bps }) => total + bps, 0)
  let missing = totalBps - platformBps - sum
  const open = recipients.filter(({ key, isLocked }) => key !== fixedKey && !isLocked)
  const orders = [...new Set(open.map(({ edit }) => edit))].sort((a, b) => a - b)
  const shares = new Map(recipients.map(({ key, bps }) => [key, bps]))
  for (const order of orders) {
    if (missing === 0) break
    const group = open.filter(({ edit }) => edit === order).map(({ key }) => key)
    missing = spread(shares, group, missing)
  }
  // All are locked: only when one of them was removed.
  const first = recipients[0]
  if (missing !== 0 && first) shares.set(first.key, (shares.get(first.key) ?? 0) + missing)
  return {
    ...draft,
    recipients: recipients.map((recipient) => ({
      ...recipient,
      bps: shares.get(recipient.key) ?? recipient.bps,
    })),
  }
}

/** Adds to shares in proportion, each at least 1. Returns what could not be taken. */
function spread(shares: Map<string, number>, keys: readonly string[], missing: number): number {
  const before = keys.map((key) => shares.get(key) ?? 0)
  const sum = before.reduce((total, bps) => total + bps, 0)
  const target = Math.max(keys.length, sum + missing)
  let left = target
  keys.forEach((key, index) => {
    const remainingKeys = keys.length - index - 1
    const part = sum > 0 ? ((before[index] ?? 0) * target) / sum : target / keys.length
    const share =
      remainingKeys === 0 ? left : Math.min(Math.max(1, Math.round(part)), left - remainingKeys)
    shares.set(key, share)
    left -= share
  })
  return sum + missing - target
}

export type RecipientProblem = 'address' | 'zero' | 'twice' | 'platform' | 'label'

const addressPattern = /^0x[0-9a-fA-F]{40}$/
const maxLabel = 80

/** Returns what is wrong with recipients, by their keys. */
export function findProblems(
  { recipients }: Draft,
  platform: string | null,
): ReadonlyMap<string, RecipientProblem> {
  const problems = new Map<string, RecipientProblem>()
  const seen = new Set<string>()
  for (const { key, address, label } of recipients) {
    const lower = address.toLowerCase()
    if (!addressPattern.test(address)) problems.set(key, 'address')
    else if (/^0x0{40}$/.test(lower)) problems.set(key, 'zero')
    else if (lower === platform?.toLowerCase()) problems.set(key, 'platform')
    else if (seen.has(lower)) problems.set(key, 'twice')
    else if (label.length > maxLabel) problems.set(key, 'label')
    seen.add(lower)
  }
  return problems
}

/** The change for one recipient. Null where it is not a recipient. */
export type ShareChange = {
  address: string
  label: string
  before: number | null
  after: number | null
}

/** Compares two drafts: what stays, what is new and what goes. */
export function compareDrafts(before: Draft, after: Draft): ShareChange[] {
  const find = ({ recipients }: Draft, address: string) =>
    recipients.find((recipient) => recipient.address.toLowerCase() === address.toLowerCase())
  const kept = after.recipients.map(({ address, label, bps }) => ({
    address,
    label,
    before: find(before, address)?.bps ?? null,
    after: bps,
  }))
  const gone = before.recipients
    .filter(({ address }) => !find(after, address))
    .map(({ address, label, bps }) => ({ address, label, before: bps, after: null }))
  return [...kept, ...gone]
}

/** Returns whether two drafts are the same recipients with the same names and shares. */
export function isSameDraft(a: Draft, b: Draft): boolean {
  const facts = ({ recipients }: Draft) =>
    JSON.stringify(
      recipients.map(({ address, label, bps }) => [address.toLowerCase(), label, bps]).toSorted(),
    )
  return facts(a) === facts(b)
}

/** Reads a share such as "12,5" as basis points. Returns null for any other text. */
export function parseShare(text: string): number | null {
  const plain = text.replace('%', '').trim().replace(',', '.')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(plain)) return null
  const bps = Math.round(Number(plain) * 100)
  return bps >= 1 && bps <= totalBps ? bps : null
}
