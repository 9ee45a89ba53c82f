import { Type } from 'typebox'
import { AnyFields } from '../../../platform/http/schemas.js'

export const ImportBody = Type.Object(
  {
    csv: Type.String({
      description:
        'The file as text: a first row with the names of columns, then at most 20000 rows. Blank cells change nothing.',
    }),
    dryRun: Type.Optional(
      Type.Boolean({ description: 'true only says what would happen; false if not given' }),
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
        line: Type.Integer({ description: 'Of the file, from 1' }),
        sku: Type.String(),
        action: Type.String({ description: 'create or update' }),
        before: side,
        after: side,
      }),
      {
        description:
          'Rows that make a difference, at most 1000: the fields that differ, before and after',
      },
    ),
    truncated: Type.Boolean({ description: 'true when there are more such rows' }),
    problems: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() }), {
      description: 'What has to be mended before the file can be imported, at most 100',
    }),
    problemCount: Type.Integer({ description: 'Of all of them' }),
  },
  { title: 'ImportedItems' },
)
