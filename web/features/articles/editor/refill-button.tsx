// Fills the placeholders of the article that is being written, once their prices are out.
import { Button } from 'antd'
import { useState } from 'react'
import type { Edition } from '#contract/articles/article-labels.ts'
import { refillCalls } from '#contract/articles/templates.ts'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/lib/notify.ts'
import type { ArticleValues } from './article-values.ts'

type Props = {
  edition: Edition
  id: string | null
  templateVersionId: string | null
  read: () => ArticleValues
  onFilled: (values: Partial<ArticleValues>) => void
}

export function RefillButton({ edition, id, templateVersionId, read, onFilled }: Props) {
  const [isBusy, setBusy] = useState(false)
  const refill = async () => {
    const { title, subtitle, summary, bindings = [], body } = read()
    setBusy(true)
    try {
      const asked = { id, templateVersionId, title, subtitle, summary, bindings, body }
      const { filled, left, ...texts } = await call(refillCalls[edition].filled, asked)
      const now = read()
      // what was typed while it was fetched is not replaced
      if (now.body !== body || now.title !== title || now.subtitle !== subtitle || now.summary !== summary) {
        notify.info('内容刚有改动，请再补填一次')
      } else if (filled === 0) {
        notify.info(left > 0 ? `还有 ${left} 处待补，价格尚未发布` : '没有待补的内容')
      } else {
        onFilled(texts)
        notify.success(left > 0 ? `已补填 ${filled} 处，还有 ${left} 处待补` : `已补填 ${filled} 处`)
      }
    } catch {
      // `call` has shown why
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={isBusy} onClick={() => void refill()}>
      补填待补
    </Button>
  )
}
