// Rates an answer from 1 to 5 and says what it should have been.
import { Rate } from 'antd'
import { type AiMessageRow, queryAiMessages, rateAiMessage } from '#contract/ai/messages.ts'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'

type RateValues = { score: number | null; correction: string }

const words = ['很差', '较差', '一般', '较好', '很好']

type ScoreProps = { id?: string; value?: number | null; onChange?: (score: number | null) => void }

function ScoreInput({ id, value = null, onChange }: ScoreProps) {
  return (
    <span className="ai-score">
      <Rate
        {...(id !== undefined && { id })}
        tooltips={words}
        value={value ?? 0}
        onChange={(score) => onChange?.(score || null)}
      />
      <span>{value === null ? '未评分' : `${value} 分，${words[value - 1]}`}</span>
    </span>
  )
}

const labels: Labels<RateValues> = {
  score: ['评分', (score) => (score === null ? '未评分' : `${score} 分`)],
  correction: ['更正', textOrDash],
}

const valuesOf = ({ score, correction }: AiMessageRow): RateValues => ({ score, correction })

export function RateDialog({ message, onClosed }: { message: AiMessageRow; onClosed: () => void }) {
  return (
    <FormDialog<typeof rateAiMessage, RateValues, AiMessageRow>
      title={`评价第 ${message.number} 条回答`}
      endpoint={rateAiMessage}
      initial={valuesOf(message)}
      stored={{ row: message, valuesOf, labels }}
      input={({ score, correction }) => ({ id: message.id, score, correction })}
      success="评价已保存"
      invalidates={[queryAiMessages]}
      verb="保存"
      draft={`ai-rating-${message.id}`}
      onClosed={onClosed}
    >
      <Field of={rateAiMessage} name="score" hint="再点一次同一颗星，取消评分。">
        <ScoreInput />
      </Field>
      <Field of={rateAiMessage} name="correction" hint="这个回答应该怎么说；会员看不到。" rows={8} />
    </FormDialog>
  )
}
