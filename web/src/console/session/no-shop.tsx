import { useMutation } from '@tanstack/preact-query'
import type { Api } from '../api/create-api.js'
import { Notice } from '../parts/notice.js'
import { Problem } from '../parts/problem.js'
import { useConsoleTexts } from '../texts.js'
import type { Me } from './session.js'

type NoShopProps = { me: Me; api: Api; onCreated(): Promise<void> }

/** Lets a person with a wallet who belongs to no shop open one. */
export function NoShop({ me, api, onCreated }: NoShopProps) {
  const texts = useConsoleTexts()
  const create = useMutation({
    mutationFn: () => api.call('post', '/api/merchants'),
    onSuccess: onCreated,
  })
  const { title, text, create: label } = texts.noShop
  return (
    <main id="content">
      <Notice
        title={title}
        text={text}
        icon="shop"
        {...(me.wallet && { action: { label, onClick: () => create.mutate() } })}
      >
        {create.isError && <Problem error={create.error} />}
      </Notice>
    </main>
  )
}
