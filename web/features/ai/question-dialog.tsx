// A saved question: a text for each field that prompts of this purpose may use.
import { Form, Input } from 'antd'
import { neededField, promptFields } from '#contract/ai/ai-labels.ts'
import { type AssistantDetails, getAssistant, type Question, saveQuestion } from '#contract/ai/assistants.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'

type Props = {
  assistant: Pick<AssistantDetails, 'id' | 'purpose'>
  question: Question | undefined
  onDone: (id: string) => void
  onClosed: () => void
}

export function QuestionDialog({ assistant, question, onDone, onClosed }: Props) {
  const names = promptFields[assistant.purpose]
  const needed = neededField[assistant.purpose]
  const fields = Object.fromEntries(names.map((name) => [name, question?.fields[name] ?? '']))
  return (
    <FormDialog
      title={question ? `编辑问题：${question.title}` : '新增试运行问题'}
      endpoint={saveQuestion}
      initial={{ title: question?.title ?? '', fields }}
      input={(values) => ({ ...values, assistantId: assistant.id, id: question?.id ?? null })}
      success="保存成功"
      invalidates={[getAssistant]}
      verb="保存"
      isDanger={false}
      draft={`ai-question-${question?.id ?? `${assistant.id}-new`}`}
      onDone={({ id }) => onDone(id)}
      onClosed={onClosed}
    >
      <Field of={saveQuestion} name="title" />
      {names.map((name) => (
        <Form.Item
          key={name}
          label={name}
          name={['fields', name]}
          rules={[{ required: name === needed, whitespace: name === needed, message: `请输入${name}` }]}
        >
          <Input.TextArea rows={name === needed ? 6 : 1} maxLength={30_000} />
        </Form.Item>
      ))}
    </FormDialog>
  )
}
