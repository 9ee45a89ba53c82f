import { type Static, Type } from 'typebox'
import { booleanText } from '../../../platform/http/query-schemas.js'
import {
  AnyFields,
  boolean,
  integer,
  namedObject,
  okResponse,
  orNull,
  text,
} from '../../../platform/http/schemas.js'

export const ImportQuery = Type.Object({
  dryRun: booleanText('As in the body, for a file sent as text/csv: true or false'),
})

export type ImportBody = Static<typeof ImportBody>
export const ImportBody = namedObject('ImportItemsBody', {
  csv: text(
    'The file as text: a header with column names, then at most 20000 rows. Blank cells change nothing.',
  ),
  dryRun: Type.Optional(boolean('true changes nothing and returns the plan. Default: false')),
})

const side = orNull(AnyFields)

export const ImportedItems = okResponse('ImportedItems', {
  dryRun: Type.Boolean(),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      line: integer('Line of the file, from 1'),
      sku: Type.String(),
      action: text('create or update'),
      before: side,
      after: side,
    }),
    {
      description: 'Rows that change something, at most 1000: the changed fields, before and after',
    },
  ),
  truncated: boolean('true if there are more such rows'),
  problems: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() }), {
    description: 'Problems to fix before the file can be imported, at most 100',
  }),
  problemCount: integer('Number of all problems'),
})
