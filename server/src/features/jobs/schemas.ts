import { type Static, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import {
  AnyFields,
  boolean,
  integer,
  namedEnum,
  namedObject,
  okResponse,
  orNull,
  text,
  time,
} from '../../platform/http/schemas.js'
import { jobKinds, jobStates } from './job.js'

export const JobParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const JobQuery = Type.Object({
  kind: Type.Optional(text(`One of ${jobKinds.join(', ')}`)),
  state: Type.Optional(text('open: waiting or running; ended: all others')),
  limit: integerText('1 to 100, default 20', { minimum: 1, maximum: 100, default: 20 }),
  cursor: Type.Optional(text('nextCursor of the previous page')),
})
export type JobQuery = Static<typeof JobQuery>

const fields = {
  id: Type.String(),
  kind: namedEnum('JobKind', jobKinds, 'See docs/jobs.md'),
  state: namedEnum('JobState', jobStates),
  done: integer('How far it is, of `total`'),
  total: orNull(Type.Integer(), 'null until it is known'),
  result: orNull(AnyFields, 'By kind, once it is done. See docs/jobs.md'),
  error: orNull(AnyFields, 'The body of an error response, once it has failed'),
  by: text('The person who started it'),
  isCancelable: boolean('Whether it can be canceled now'),
  file: orNull(
    Type.Object({ name: Type.String(), availableUntil: time('when it is deleted') }),
    'The file that it has written, at GET /api/jobs/{id}/file',
  ),
  createdAt: time('when it was started'),
  startedAt: orNull(Type.Integer(), 'Unix ms; when a worker began it'),
  endedAt: orNull(Type.Integer(), 'Unix ms; when it ended'),
}

export const JobResponse = okResponse('JobResponse', fields)

export const Jobs = okResponse('Jobs', {
  jobs: Type.Array(namedObject('Job', fields), { description: 'Newest first' }),
  nextCursor: orNull(Type.String(), 'The cursor of the next page; null on the last one'),
})
