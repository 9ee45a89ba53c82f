import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/time.js'
import type { Limit } from '../limit.js'

/** Limits on what members read, on profiles, follows and GraphQL queries. */
export const peopleLimits = {
  notifications: {
    counts: 'notifications of a merchant',
    isFixed: true,
    max: { merchant: 1_000 },
    reason: 'The oldest are deleted, those of matters that are resolved first.',
  },
  'audit-checks': {
    counts: 'verifications of the audit log',
    windowMs: MINUTE_MS,
    max: { merchant: 6, network: 12, platform: 60 },
    reason: 'One reads every entry of the merchant.',
  },
  jobs: {
    counts: 'jobs of a merchant that have not ended',
    max: { merchant: 5 },
    reason: 'They run one after the other.',
  },
  'job-starts': {
    counts: 'starts of jobs',
    windowMs: HOUR_MS,
    max: { merchant: 120, network: 240 },
    reason: 'Each takes time of a worker. A wallet costs nothing.',
  },
  'job-files': {
    counts: 'bytes of the files of jobs, compressed',
    max: { merchant: 67_108_864, platform: 2_147_483_648 },
    reason:
      'The database has them: those of imports until the import ends, those of exports for a day.',
  },
  views: {
    counts: 'personal views of a person at a merchant, and shared views of a merchant',
    max: { person: 100, merchant: 200 },
    reason: 'They are listed at once.',
  },
  'profile-changes': {
    counts: 'changes to profiles and pictures',
    windowMs: DAY_MS,
    max: { person: 50, network: 500 },
    reason: 'A wallet costs nothing, and every former handle stays reserved for 180 days.',
  },
  'follow-changes': {
    counts: 'follows and unfollows',
    windowMs: DAY_MS,
    max: { person: 500, network: 2_000 },
    reason: 'Far above what a person does, and too slow to fake popularity.',
  },
  'followed-users': {
    counts: 'users that a user follows',
    max: { person: 2_000 },
    reason: 'A change of visibility updates the counts of all of them.',
  },
  'avatar-bodies': {
    counts: 'bytes in the body of a picture',
    isFixed: true,
    max: { request: 49_152 },
    reason: 'A picture of 32 kilobytes in base64.',
  },
  'graphql-bodies': {
    counts: 'bytes in a GraphQL request',
    isFixed: true,
    max: { request: 32_768 },
    reason: 'The introspection queries of tools take less than five kilobytes.',
  },
  'graphql-tokens': {
    counts: 'tokens in a GraphQL document',
    max: { request: 500 },
    reason: 'Validating takes time by the square of the tokens. Tools send about 200.',
  },
  'graphql-depth': {
    counts: 'levels of nesting in a GraphQL document',
    ceiling: 32,
    max: { request: 8 },
    reason: 'Each level is another query to the database.',
  },
  'graphql-aliases': {
    counts: 'aliases in a GraphQL document, with every use of a fragment',
    max: { request: 30 },
    reason: 'An alias repeats a field that would otherwise be merged.',
  },
  'graphql-repeats': {
    counts: 'fields of the same name in a GraphQL document',
    max: { request: 60 },
    reason: 'Each is compared with all others. A large query of a tool has about 20.',
  },
  'graphql-directives': {
    counts: 'directives in a GraphQL document',
    max: { request: 30 },
    reason: 'Each is validated and evaluated.',
  },
  'graphql-cost': {
    counts: 'fields in a GraphQL response, as estimated from the limits of its lists',
    max: { request: 10_000 },
    reason: 'A page of 20 users with 20 followers each takes about 5,000.',
  },
  'graphql-variables': {
    counts: 'bytes of variables in a GraphQL request',
    max: { request: 8_192 },
    reason: 'The longest variable is a profile.',
  },
} as const satisfies Record<string, Limit>
