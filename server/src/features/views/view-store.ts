import type { PersonId } from '../../auth/person-id.js'
import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'

/** The settings of a list: its filters as in its URL, its columns and its order. */
export type ViewSettings = {
  name: string
  query: Readonly<Record<string, string>>
  columns: readonly string[]
  sort: string | null
  /** Whether the whole team has it. */
  isShared: boolean
}

export type View = ViewSettings & {
  merchant: Address
  id: string
  screen: string
  /** The person who created it, or shared it last. Other people do not see a personal view. */
  person: PersonId
  revision: number
  createdAt: UnixMs
  updatedAt: UnixMs
}

type StoredView = Omit<View, 'query' | 'person'> & { query: unknown; person: string }

const columns = defineColumns<StoredView>({
  merchant: 'text',
  id: 'text',
  screen: 'text',
  person: 'text',
  name: 'text',
  query: 'json',
  columns: 'texts',
  sort: 'text',
  isShared: 'boolean',
  revision: 'int',
  createdAt: 'time',
  updatedAt: 'time',
})

/** Lists the views that a person sees: their own and the shared ones, by name. */
export async function listViews(
  db: Queryable,
  input: { merchant: Address; person: PersonId; screen: string | null },
): Promise<View[]> {
  const { merchant, person, screen } = input
  const views = await columns.list(
    db,
    `select ${columns.fields} from saved_views
     where merchant = $1 and (is_shared or person = $2) and ($3::text is null or screen = $3)
     order by lower(name), created_at, id`,
    [merchant, person, screen],
  )
  return views as View[]
}

/** Returns a view that the person sees, and locks it until the transaction ends. */
export async function lockView(
  db: Queryable,
  { merchant, person, id }: { merchant: Address; person: PersonId; id: string },
): Promise<View | null> {
  const view = await columns.find(
    db,
    `select ${columns.fields} from saved_views
     where merchant = $1 and id = $2 and (is_shared or person = $3) for update`,
    [merchant, id, person],
  )
  return view as View | null
}

/** Counts the shared views of a merchant, or the personal views of a person, without `except`. */
export async function countViews(
  db: Queryable,
  input: { merchant: Address; person: PersonId; isShared: boolean; except: string },
): Promise<number> {
  const { merchant, person, isShared, except } = input
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from saved_views
     where merchant = $1 and is_shared = $2 and ($2 or person = $3) and id <> $4`,
    [merchant, isShared, person, except],
  )
  return rows[0]?.count ?? 0
}

/** Inserts a view, unless the merchant has one with this id. */
export async function insertView(db: Queryable, view: View): Promise<void> {
  await db.query(
    `insert into saved_views (${columns.names}) values (${columns.placeholders})
     on conflict (merchant, id) do nothing`,
    columns.paramsOf(view),
  )
}

/** Updates a view that the transaction has locked. */
export async function updateView(db: Queryable, view: View): Promise<void> {
  await db.query(
    `update saved_views set person = $3, name = $4, query = $5, columns = $6, sort = $7,
       is_shared = $8, revision = $9, updated_at = $10
     where merchant = $1 and id = $2`,
    [
      view.merchant,
      view.id,
      view.person,
      view.name,
      JSON.stringify(view.query),
      view.columns,
      view.sort,
      view.isShared,
      view.revision,
      view.updatedAt,
    ],
  )
}

export async function deleteView(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<void> {
  await db.query('delete from saved_views where merchant = $1 and id = $2', [merchant, id])
}

/** Deletes the personal views of people who left the team. */
export async function deleteViewsOfFormerMembers(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `delete from saved_views where not is_shared and not exists (
       select from members
       where members.merchant = saved_views.merchant and members.person = saved_views.person
     )`,
  )
  return rowCount
}

/** Deletes the views of a merchant whose name or filters contain one of these texts. */
export async function deleteViewsWith(
  db: Queryable,
  { merchant, texts }: { merchant: Address; texts: readonly string[] },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from saved_views where merchant = $1 and exists (
       select from unnest($2::text[]) as given (value)
       where position(lower(value) in lower(name)) > 0 or exists (
         select from jsonb_each_text(query) as filter
         where position(lower(given.value) in lower(filter.value)) > 0
       )
     )`,
    [merchant, texts],
  )
  return rowCount
}
