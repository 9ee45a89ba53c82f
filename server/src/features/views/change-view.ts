import type { Principal } from '../../auth/caller.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { showPerson } from '../../auth/person-id.js'
import { hasRight, missingRight } from '../../auth/roles.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { isStale, staleRevision } from '../../platform/http/revisions.js'
import { maxOf, maxOfMerchant } from '../../platform/limits/max-of.js'
import { recordChange } from '../audit/record-change.js'
import { readScreen, readView } from './read-view.js'
import {
  countViews,
  deleteView as deleteRow,
  insertView,
  listViews,
  lockView,
  updateView as updateRow,
  type View,
  type ViewSettings,
} from './view-store.js'

const defaults: Omit<ViewSettings, 'name'> = { query: {}, columns: [], sort: null, isShared: false }

/**
 * Saves a view of a screen. A repeated request with the same id returns the first view.
 *
 * @throws {AppError} `invalid_input`, also at the limit; `forbidden` without the right to share.
 */
export async function createView(
  ctx: Context,
  { by, id, body }: { by: Principal; id: string; body: { screen?: unknown } },
): Promise<View> {
  const { merchant, person } = by
  const screen = readScreen(body.screen)
  const { name, ...settings } = readView(body)
  if (name === undefined) throw invalidInput('name is required.')
  const now = ctx.now()
  const view: View = {
    merchant,
    id,
    screen,
    person,
    ...defaults,
    ...settings,
    name,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  if (view.isShared) requireMayShare(by)
  return inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    const repeated = await lockView(inTx.db, { merchant, person, id })
    if (repeated) return repeated
    await requireBelowLimit(inTx, view)
    await insertView(inTx.db, view)
    const change = { action: 'view.created', target: id, before: null, after: auditedOf(view) }
    await recordChange(inTx, { by, ...change })
    return view
  })
}

/**
 * Changes the given settings of a view. Who shares a view, or takes a shared one for themselves,
 * becomes its author.
 *
 * @throws {AppError} `invalid_input`, also at the limit; `not_found`; `forbidden` without the right
 *   to share; `conflict` with the current view when it has another revision.
 */
export async function updateView(
  ctx: Context,
  input: { by: Principal; id: string; body: object; expectedRevision: number | null },
): Promise<View> {
  const { by, id, body, expectedRevision } = input
  const { merchant, person } = by
  const change = readView(body)
  return inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    const view = await lockView(inTx.db, { merchant, person, id })
    if (!view) throw noSuchView()
    if (view.isShared || change.isShared) requireMayShare(by)
    if (isStale(expectedRevision, view.revision)) throw staleRevision(describeView(view))
    const changed = { ...view, ...change }
    if (JSON.stringify(settingsOf(changed)) === JSON.stringify(settingsOf(view))) return view
    const isMoved = changed.isShared !== view.isShared
    const updated = {
      ...changed,
      person: isMoved ? person : view.person,
      revision: view.revision + 1,
      updatedAt: ctx.now(),
    }
    if (isMoved) await requireBelowLimit(inTx, updated)
    await updateRow(inTx.db, updated)
    await recordChange(inTx, {
      by,
      action: 'view.updated',
      target: id,
      before: { ...auditedOf(view), revision: view.revision },
      after: { ...auditedOf(updated), revision: updated.revision },
    })
    return updated
  })
}

/**
 * Deletes a view.
 *
 * @throws {AppError} `not_found`, `forbidden` without the right to share.
 */
export async function deleteView(
  ctx: Context,
  { by, id }: { by: Principal; id: string },
): Promise<void> {
  const { merchant, person } = by
  await inTransaction(ctx, async (inTx) => {
    const view = await lockView(inTx.db, { merchant, person, id })
    if (!view) throw noSuchView()
    if (view.isShared) requireMayShare(by)
    await deleteRow(inTx.db, { merchant, id })
    const before = auditedOf(view)
    await recordChange(inTx, { by, action: 'view.deleted', target: id, before, after: null })
  })
}

/**
 * Lists the personal views of a person and those shared with the team, by name.
 *
 * @throws {AppError} `invalid_input`.
 */
export function listViewsOf(
  ctx: Pick<TxContext, 'db'>,
  { by, screen }: { by: Principal; screen: string | undefined },
): Promise<View[]> {
  const { merchant, person } = by
  return listViews(ctx.db, { merchant, person, screen: screen ? readScreen(screen) : null })
}

/** Returns a view as responses show it. */
export function describeView({ merchant: _, person, query, columns, ...view }: View) {
  return { ...view, query: { ...query }, columns: [...columns], by: showPerson(person) }
}

async function requireBelowLimit(ctx: TxContext, view: View): Promise<void> {
  const { merchant, isShared, id: except, person } = view
  const max = isShared
    ? maxOfMerchant(ctx.config, 'views', merchant)
    : (maxOf(ctx.config, 'views', 'person') ?? 0)
  if ((await countViews(ctx.db, { merchant, person, isShared, except })) < max) return
  const which = isShared ? 'shared views of a team' : 'personal views'
  throw invalidInput(`The limit of ${max} ${which} is reached. Delete one first.`)
}

function requireMayShare({ role }: Principal): void {
  if (!hasRight(role, 'views:share')) throw missingRight(role, 'views:share')
}

function settingsOf({ name, query, columns, sort, isShared }: ViewSettings): ViewSettings {
  return { name, query, columns, sort, isShared }
}

/** Names and filters can contain data of buyers, which the audit log must not keep. */
function auditedOf({ screen, isShared }: View) {
  return { screen, isShared }
}

function noSuchView(): AppError {
  return new AppError('not_found', 'No view has this id. List them with GET /api/views.')
}
