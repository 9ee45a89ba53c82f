import { Type } from 'typebox'
import { ExpectedRevision, Revision } from '../../platform/http/revisions.js'
import {
  boolean,
  namedObject,
  okResponse,
  orNull,
  text,
  time,
} from '../../platform/http/schemas.js'

const any = (description: string) => Type.Optional(Type.Any({ description }))

export const ViewParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const ViewsQuery = Type.Object({
  screen: Type.Optional(Type.String({ description: 'Only views of this screen' })),
})

const View = namedObject('View', {
  id: Type.String(),
  screen: text('The screen that it belongs to, such as receipts'),
  name: Type.String(),
  query: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Filters, as in the query of the screen’s URL',
  }),
  columns: Type.Array(Type.String(), { description: 'Columns in their order; empty for all' }),
  sort: orNull(Type.String(), 'null for the order of the screen'),
  isShared: boolean('Whether the whole team has it'),
  by: text('The person who created it, or shared it'),
  revision: Revision,
  createdAt: time('when it was created'),
  updatedAt: time('when it last changed'),
})

export const Views = okResponse('Views', {
  views: Type.Array(View, { description: 'By name' }),
})

/** Validated in code, for better error messages than a schema gives. */
const settings = {
  name: any('1 to 60 characters. Required for a new view'),
  query: any('Up to 30 texts of at most 200 characters, by the name of their filter'),
  columns: any('Up to 50 names'),
  sort: any('Up to 60 characters, or null'),
  isShared: any('true shares it with the team, which needs the right views:share'),
}

export const ViewBody = namedObject('ViewBody', {
  screen: any('Required. A name such as receipts'),
  ...settings,
})

export const ViewChangeBody = namedObject('ViewChangeBody', {
  ...settings,
  expectedRevision: ExpectedRevision,
})

export const ViewResponse = okResponse('ViewResponse', { view: View })

export const ViewDeleted = okResponse('ViewDeleted', {
  id: Type.String(),
  deleted: Type.Literal(true),
})
