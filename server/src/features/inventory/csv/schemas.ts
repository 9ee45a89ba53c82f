import { type Static, Type } from 'typebox'
import { booleanText } from '../../../platform/http/query-schemas.js'
import { AnyFields } from '../../../platform/http/schemas.js'

export const ImportQuery = Type.Object({
  dryRun: booleanText('As in the body, for a file sent as text/csv: true or false'),
})

export type ImportBody = Static<typeof ImportBody>
export const ImportBody = Type.Object(
  {
    csv: Type.String({
      description:
        'The file as text: a header with column names, then at most 20000 rows. Blank cells change nothing.',
    }),
    dryRun: Type.Optional(
      Type.Boolean({ description: 'true changes nothing and returns the plan. Default: false' }),
    ),
  },
  { title: 'ImportItemsBody' },
)

const side = Type.Union([AnyFields, Type.Null()])

export const ImportedItems = Type.Object(
  {
    ok: Type.Literal(true),
    dryRun: Type.Boolean(),
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    rows: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Line of the file, from 1' }),
        sku: Type.String(),
        action: Type.String({ description: 'create or update' }),
        before: side,
        after: side,
      }),
      {
        description:
          'Rows that change something, at most 1000: the changed fields, before and after',
      },
    ),
    truncated: Type.Boolean({ description: 'true if there are more such rows' }),
    problems: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() }), {
      description: 'Problems to fix before the file can be imported, at most 100',
    }),
    problemCount: Type.Integer({ description: 'Number of all problems' }),
  },
  { title: 'ImportedItems' },
)
