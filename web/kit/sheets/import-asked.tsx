// What a file does not say of all its rows, asked once: of which source an account is.
import { Button, Select } from 'antd'
import { useState } from 'react'
import type { ImportView } from '#contract/sheets.ts'

type ImportAskedProps = {
  asked: ImportView['asked']
  /** Of the column. */
  title: string
  values: readonly string[]
  isBusy: boolean
  onAnswered: (answers: { of: string; value: string }[]) => void
}

export function ImportAsked({ asked, title, values, isBusy, onAnswered }: ImportAskedProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const answers = [...chosen].map(([of, value]) => ({ of, value }))
  return (
    <fieldset className="import-asked" disabled={isBusy}>
      <legend>{`文件没有说明${title}，请选择`}</legend>
      {asked.map(({ of, rows }) => (
        <span key={of}>
          {`${of}（${rows} 行）`}
          <Select
            aria-label={`${of}的${title}`}
            placeholder={`选择${title}`}
            value={chosen.get(of) ?? null}
            options={values.map((value) => ({ value, label: value }))}
            onChange={(value: string) => setChosen((now) => new Map(now).set(of, value))}
          />
        </span>
      ))}
      <Button disabled={answers.length === 0} onClick={() => onAnswered(answers)}>
        应用并重新检查
      </Button>
    </fieldset>
  )
}
