// One version of a prompt against another, word by word.
import { Modal } from 'antd'
import { Fragment } from 'react'
import { getPrompt, type Prompt, type PromptRow } from '../../../contract/ai/assistants.ts'
import { Facts } from '../../kit/dialog/facts.tsx'
import { Loaded } from '../../kit/dialog/loaded.tsx'
import { useDialog } from '../../kit/dialog/use-dialog.ts'
import { useCall } from '../../lib/query.ts'
import { diffWords } from '../../lib/text-diff.ts'

const options = { staleTime: Number.POSITIVE_INFINITY, call: { hideErrorMsg: true } } as const

function Words({ before, after }: { before: string; after: string }) {
  return (
    <div className="prompt-text">
      {diffWords(before, after).map(({ kind, text }, at) => {
        const key = `${at}-${kind}`
        if (kind === 'added') return <ins key={key}>{text}</ins>
        return kind === 'removed' ? <del key={key}>{text}</del> : <Fragment key={key}>{text}</Fragment>
      })}
    </div>
  )
}

const settingsOf = ({ model, temperature, maxTokens }: Prompt) =>
  `模型 ${model || '默认'}，随机性 ${temperature}，最长 ${maxTokens} 词元`

function Comparison({ prompt, before }: { prompt: Prompt; before: Prompt | undefined }) {
  return (
    <>
      <Facts
        items={[
          { label: '设置', children: <Words before={settingsOf(before ?? prompt)} after={settingsOf(prompt)} /> },
          { label: '说明', children: prompt.note || '—' },
        ]}
      />
      <Words before={before?.prompt ?? prompt.prompt} after={prompt.prompt} />
    </>
  )
}

function Earlier({ prompt, beforeId }: { prompt: Prompt; beforeId: string }) {
  const read = useCall(getPrompt, { id: beforeId }, options)
  return <Loaded read={read}>{(before) => <Comparison prompt={prompt} before={before} />}</Loaded>
}

/** `before`: the version to compare with; without it the prompt is shown alone. */
export function PromptCompare({
  of,
  before,
  onClosed,
}: {
  of: PromptRow
  before: PromptRow | undefined
  onClosed: () => void
}) {
  const { close, frame } = useDialog(onClosed)
  const read = useCall(getPrompt, { id: of.id }, options)
  const title = before ? `第 ${of.number} 版与第 ${before.number} 版的差异` : `第 ${of.number} 版`
  return (
    <Modal title={title} {...frame} width={820} footer={null} onCancel={close}>
      <Loaded read={read} rows={8}>
        {(prompt) =>
          before ? <Earlier prompt={prompt} beforeId={before.id} /> : <Comparison prompt={prompt} before={undefined} />
        }
      </Loaded>
    </Modal>
  )
}
