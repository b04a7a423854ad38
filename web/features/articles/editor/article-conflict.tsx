// Somebody saved a newer version meanwhile (601): merges both by paragraph and asks only where both changed. Nothing
// typed is lost.
import { Alert, Button, Radio } from 'antd'
import { useState } from 'react'
import { textOf } from '#contract/articles/body-blocks.ts'
import { EditFrame, useEditDialog } from '#web/kit/dialog/edit-dialog.tsx'
import { changedKeys, isSame } from '#web/kit/form/merge-versions.ts'
import { keyed } from '#web/lib/keyed.ts'
import { type Choice, mergeBodies, mergedBody } from '../compare.rules.ts'
import { type ArticleValues, labels } from './article-values.ts'

type Key = keyof typeof labels

export type Clash = { base: ArticleValues; mine: ArticleValues; theirs: ArticleValues; by: string }

const shown = (value: unknown) => (Array.isArray(value) ? value.join('、') : String(value ?? '')) || '（空）'
const wordsOf = (blocks: readonly { text: string }[]) => blocks.map(({ text }) => text).join('\n') || '（删除）'

type Props = { clash: Clash; onMerged: (values: ArticleValues) => void; onTheirs: () => void; onClosed: () => void }

export function ArticleConflict({ clash, onMerged, onTheirs, onClosed }: Props) {
  const { base, mine, theirs, by } = clash
  const dialog = useEditDialog(onClosed, () => false)
  const parts = mergeBodies(base.body, mine.body, theirs.body)
  const clashes = parts.flatMap((part) => (part.kind === 'conflict' ? [part] : []))
  const changed = changedKeys(base, mine).filter((key) => key !== 'body' && key !== 'bindings' && key !== 'aiAnswerIds')
  const asked = changed.filter((key) => !isSame(theirs[key], base[key]) && !isSame(mine[key], theirs[key]))
  const [choices, setChoices] = useState<readonly Choice[]>(() => clashes.map(() => 'mine'))
  const [fields, setFields] = useState<ReadonlySet<Key>>(() => new Set(changed))

  const choose = (at: number, choice: Choice) => setChoices(choices.map((each, i) => (i === at ? choice : each)))
  const chooseField = (key: Key, isMine: boolean) => {
    const next = new Set(fields)
    if (isMine) next.add(key)
    else next.delete(key)
    setFields(next)
  }
  const merge = () => {
    const own = Object.fromEntries([...fields].map((key) => [key, mine[key]]))
    // those whose words do not stand in the merged texts fall away
    const bindings = [...(mine.bindings ?? []), ...(theirs.bindings ?? [])]
    const aiAnswerIds = [...new Set([...(mine.aiAnswerIds ?? []), ...(theirs.aiAnswerIds ?? [])])]
    onMerged({ ...theirs, ...own, bindings, aiAnswerIds, body: mergedBody(parts, choices) })
    dialog.close()
  }
  return (
    <EditFrame
      dialog={dialog}
      title="他人已保存了新版本，请核对后再保存"
      width={960}
      verb="合并并继续编辑"
      isSaving={false}
      onOk={merge}
    >
      <Alert
        type="info"
        title={`${by} 在您编辑时保存了新版本。只有一方改动的段落已自动合并${
          clashes.length + asked.length > 0 ? '，双方都改动的请逐项选择' : ''
        }。`}
        action={
          <Button
            size="small"
            onClick={() => {
              onTheirs()
              dialog.close()
            }}
          >
            放弃我的修改
          </Button>
        }
      />
      {asked.map((key) => (
        <fieldset key={key} className="article-clash">
          <legend>{labels[key]}</legend>
          <Radio.Group
            value={fields.has(key) ? 'mine' : 'theirs'}
            onChange={({ target }) => chooseField(key, target.value === 'mine')}
            options={[
              { value: 'mine', label: `我的：${shown(mine[key])}` },
              { value: 'theirs', label: `对方：${shown(theirs[key])}` },
            ]}
          />
        </fieldset>
      ))}
      {keyed(clashes, ({ mine, theirs }) => `${wordsOf(mine)} ${wordsOf(theirs)}`).map(({ key, row: part }, i) => (
        <fieldset key={key} className="article-clash">
          <legend>正文第 {i + 1} 处</legend>
          <div className="article-clash-texts">
            <pre>{wordsOf(part.mine)}</pre>
            <pre>{wordsOf(part.theirs)}</pre>
          </div>
          <Radio.Group
            value={choices[i] ?? 'mine'}
            onChange={({ target }) => choose(i, target.value as Choice)}
            options={[
              { value: 'mine', label: '用我的' },
              { value: 'theirs', label: '用对方的' },
              { value: 'both', label: '两段都留' },
            ]}
          />
        </fieldset>
      ))}
      {clashes.length === 0 && asked.length === 0 && (
        <details>
          <summary>合并后的正文</summary>
          <pre className="article-clash-merged">{textOf(mergedBody(parts, choices))}</pre>
        </details>
      )}
    </EditFrame>
  )
}
