import { overruleArticles } from '#contract/articles/reviews.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { reviewReads } from './review-reads.ts'

export type Waiting = { id: string; versionId: string; title: string }
type Props = { rows: readonly Waiting[]; clear?: (() => void) | undefined; onClosed: () => void }

export function OverruleArticles({ rows, clear, onClosed }: Props) {
  const [first] = rows
  return (
    <FormDialog<typeof overruleArticles, { opinion: string }>
      title={rows.length === 1 && first ? `驳回：${first.title}` : `驳回 ${rows.length} 篇资讯`}
      endpoint={overruleArticles}
      initial={{ opinion: '' }}
      input={({ opinion }) => ({ rows: rows.map(({ id, versionId }) => ({ id, versionId })), opinion })}
      success="已驳回"
      invalidates={reviewReads}
      verb="驳回"
      onDone={() => clear?.()}
      onClosed={onClosed}
    >
      <Field of={overruleArticles} name="opinion" hint="提交人会看到这段意见。" rows={3} />
    </FormDialog>
  )
}
