import type { ApiComponents } from '@tallystick/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useRef } from 'preact/hooks'
import { sentenceCase } from '../../../core/format/sentence-case.js'
import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { useFormats } from '../../format/use-formats.js'
import { Icon } from '../../parts/icon.js'
import { Problem, toProblemToast } from '../../parts/problem.js'
import { useRight, useSession } from '../../session/session.js'
import { useSay } from '../messages.js'
import type { Receipt } from '../receipt.js'
import { receiptsKey } from '../use-receipt-list.js'
import { describeMoment } from './describe-moment.js'
import { Section } from './section.js'
import { usePeople } from './use-people.js'

type Comment = ApiComponents['schemas']['Comment']

const maxLength = 2_000

/** The team's comments about a receipt. Buyers never see them. */
export function CommentsSection({ receipt }: { receipt: Receipt }) {
  const { detail: texts } = receiptDetailTexts
  const { api, membership } = useSession()
  const say = useSay()
  const queries = useQueryClient()
  const mayWrite = useRight('comments:write')
  const { receiptId: id } = receipt
  const key = [...receiptsKey, membership.wallet, 'comments', id]
  const comments = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api.call('get', '/api/receipts/{id}/comments', { path: { id }, signal }),
  })
  const remove = useMutation({
    mutationFn: (commentId: string) =>
      api.call('delete', '/api/receipts/{id}/comments/{commentId}', { path: { id, commentId } }),
    onSuccess: () => {
      say({ kind: 'good', text: texts.commentDeleted })
      return queries.invalidateQueries({ queryKey: key })
    },
    onError: (error) => say(toProblemToast(error)),
  })
  const list = comments.data?.comments ?? []
  return (
    <Section title={texts.comments} aside={<span class="soft">{texts.commentsNote}</span>}>
      {comments.isError && <Problem error={comments.error} />}
      {comments.isSuccess && list.length === 0 && !mayWrite && (
        <p class="soft">{texts.noComments}</p>
      )}
      <ul class="comments">
        {list.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            onDelete={() => remove.mutate(comment.id)}
          />
        ))}
      </ul>
      {mayWrite && (
        <CommentForm id={id} onAdded={() => queries.invalidateQueries({ queryKey: key })} />
      )}
    </Section>
  )
}

function CommentRow({ comment, onDelete }: { comment: Comment; onDelete(): void }) {
  const { detail: texts } = receiptDetailTexts
  const { me } = useSession()
  const format = useFormats()
  const nameOf = usePeople()
  const mayWrite = useRight('comments:write')
  const mayDeleteAny = useRight('comments:delete')
  const { text, by, createdAt } = comment
  const isOwn = by === me.id
  const name = nameOf(by)
  return (
    <li>
      <span class="avatar" aria-hidden="true">
        {name.slice(0, 2).toUpperCase()}
      </span>
      <div>
        <p>
          <b>{sentenceCase(name)}</b>{' '}
          <span class="soft">{describeMoment(createdAt, { texts, format })}</span>
        </p>
        <p class="comment-text">{text}</p>
      </div>
      {(mayDeleteAny || (isOwn && mayWrite)) && (
        <button
          type="button"
          class="icon-button"
          aria-label={texts.deleteComment(text.slice(0, 40))}
          onClick={onDelete}
        >
          <Icon name="close" />
        </button>
      )}
    </li>
  )
}

function CommentForm({ id, onAdded }: { id: string; onAdded(): Promise<void> }) {
  const { detail: texts } = receiptDetailTexts
  const { api } = useSession()
  const say = useSay()
  const field = useRef<HTMLInputElement>(null)
  const add = useMutation({
    mutationFn: (text: string) =>
      api.call('post', '/api/receipts/{id}/comments', { path: { id }, body: { text } }),
    onSuccess: async () => {
      if (field.current) field.current.value = ''
      await onAdded()
    },
    onError: (error) => say(toProblemToast(error)),
  })
  return (
    <form
      class="comment-form"
      onSubmit={(event) => {
        event.preventDefault()
        const text = field.current?.value.trim()
        if (text && !add.isPending) add.mutate(text)
      }}
    >
      <input
        ref={field}
        name="comment"
        maxLength={maxLength}
        autoComplete="off"
        aria-label={texts.addComment}
        placeholder={texts.addComment}
      />
      <button type="submit" class="button" disabled={add.isPending}>
        {texts.add}
      </button>
    </form>
  )
}
