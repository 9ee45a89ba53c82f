import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { principalOf } from '../../auth/caller.js'
import { session } from '../../auth/guards.js'
import { AppError } from '../../lib/errors.js'
import type { Routes } from '../../platform/feature.js'
import { cancelJob } from './cancel-job.js'
import { describeJob } from './describe-job.js'
import { readFile } from './job-file.js'
import { getJob, listJobs, requireRightOver } from './read-jobs.js'
import { JobParams, JobQuery, JobResponse, Jobs } from './schemas.js'

/** Streamed text. */
const streamed = Type.Unsafe<Readable>(Type.String())

/** Jobs of a merchant. The features that do the work have the routes that start it. */
export const jobRoutes: Routes = async (app, { ctx }) => {
  const guard = session({ may: 'jobs:read-own' })

  app.get(
    '/api/jobs',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'List jobs, newest first',
        description:
          'Lists your own jobs. With the right `jobs:read`, lists the jobs of all members.',
        querystring: JobQuery,
        response: { 200: Jobs },
      },
    },
    async (request) => {
      const { query } = request
      return { ok: true as const, ...(await listJobs(ctx, { by: principalOf(request), query })) }
    },
  )

  app.get(
    '/api/jobs/:id',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Get the progress or result of a job',
        params: JobParams,
        response: { 200: JobResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const job = await getJob(ctx, { by: principalOf(request), id })
      return { ok: true as const, ...describeJob(ctx, job) }
    },
  )

  app.post(
    '/api/jobs/:id/cancel',
    {
      config: { outage: 'refuse', guard, stores: 'little' },
      schema: {
        summary: 'Cancel a job',
        description:
          'A canceled import changes nothing. A canceled rescan keeps the payments that it has found. A deployment can be canceled until its transaction is signed. Requires the right that starts this kind of job, and `jobs:cancel` for the job of another person.',
        params: JobParams,
        response: { 200: JobResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const job = await cancelJob(ctx, { by: principalOf(request), id })
      return { ok: true as const, ...describeJob(ctx, job) }
    },
  )

  app.get(
    '/api/jobs/:id/file',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Download the file of a job',
        description:
          'Requires the right that starts this kind of job. The file is deleted after a day.',
        params: JobParams,
        response: { 200: { content: { 'text/csv': { schema: streamed } } } },
      },
    },
    async (request, reply) => {
      const by = principalOf(request)
      const job = await getJob(ctx, { by, id: request.params.id })
      requireRightOver(job, { by, ofOthers: 'jobs:read' })
      const { file } = describeJob(ctx, job)
      if (!file) throw new AppError('not_found', 'This job has no file, or it was deleted.')
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(Readable.from(readFile(ctx, job)))
    },
  )
}
