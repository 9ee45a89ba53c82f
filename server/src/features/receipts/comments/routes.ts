import { Type } from 'typebox'
import { authorOf, merchantOf } from '../../../auth/caller.js'
import { anyOf, developer, session } from '../../../auth/guards.js'
import type { Routes } from '../../../platform/feature.js'
import { newIdFor } from '../../../platform/http/idempotency/claim-request.js'
import { namedObject, okResponse, text, time } from '../../../platform/http/schemas.js'
import { getReceipt } from '../read/get-receipt.js'
import { Done, ReceiptParams } from '../schemas.js'
import { addComment, removeComment, showAuthor } from './change-comments.js'
import { listComments, type Comment as StoredComment } from './comment-store.js'

const Comment = namedObject('Comment', {
  id: Type.String(),
  text: Type.String(),
  by: text('The id of a member, or of a developer key'),
  createdAt: time('when it was added'),
})

const Comments = okResponse('Comments', {
  comments: Type.Array(Comment, { description: 'Oldest first' }),
})

const CommentBody = namedObject('CommentBody', {
  text: text('1 to 2,000 characters on one line, without control characters'),
})

const CommentResponse = okResponse('CommentResponse', { comment: Comment })

const CommentParams = Type.Object({ id: Type.String(), commentId: Type.String() })

/** Internal comments on receipts. Buyers never see them. */
export const commentRoutes: Routes = async (app, { ctx }) => {
  const mayWrite = anyOf(developer({ scope: 'receipts:write' }), session({ may: 'comments:write' }))

  app.get(
    '/api/receipts/:id/comments',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' })),
      },
      schema: {
        summary: 'List the comments on a receipt',
        params: ReceiptParams,
        response: { 200: Comments },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const { id } = await getReceipt(ctx, { merchant, id: request.params.id })
      const comments = await listComments(ctx.db, { merchant, receiptIds: [id] })
      return { ok: true as const, comments: comments.map(present) }
    },
  )

  app.post(
    '/api/receipts/:id/comments',
    {
      // A stored response would keep a text that was erased.
      config: { outage: 'refuse', guard: mayWrite, idempotent: { withheld: ['comment.text'] } },
      schema: {
        summary: 'Comment on a receipt',
        description:
          'Only your team and your keys see comments. A receipt has at most 100. If the request is repeated with its Idempotency-Key, text is null.',
        params: ReceiptParams,
        body: CommentBody,
        response: { 201: CommentResponse },
      },
    },
    async (request, reply) => {
      const comment = await addComment(ctx, {
        by: authorOf(request),
        receiptId: request.params.id,
        id: newIdFor(ctx, { request, prefix: 'cmt' }),
        text: request.body.text,
      })
      return reply.code(201).send({ ok: true as const, comment: present(comment) })
    },
  )

  app.delete(
    '/api/receipts/:id/comments/:commentId',
    {
      config: { outage: 'refuse', guard: mayWrite },
      schema: {
        summary: 'Delete a comment',
        description: 'Authors delete their own comments; owners and admins delete any.',
        params: CommentParams,
        response: { 200: Done },
      },
    },
    async (request) => {
      const { id: receiptId, commentId: id } = request.params
      await removeComment(ctx, { by: authorOf(request), receiptId, id })
      return { ok: true as const }
    },
  )
}

function present({ id, text, madeBy, createdAt }: StoredComment) {
  return { id, text, by: showAuthor(madeBy), createdAt }
}
