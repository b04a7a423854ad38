// The step between upload and check, where there is something to choose: sheet, header, columns, hidden rows.
import { Button, Checkbox, Radio, Select } from 'antd'
import { useState } from 'react'
import type { ImportCalls, ImportMethod, ImportOutline } from '#contract/sheets.ts'
import { hasTyped } from '#web/lib/has-typed.ts'
import { useAct } from '#web/lib/query.ts'
import { ScrollBox } from '../scroll-box.tsx'
import { type Mapping, mappingOf, missingIn, withColumn } from './import-layout.rules.ts'
import './import-layout.css'

/** What is asked of the server: the file, and how it is to be read. */
export type Source = {
  fileId: string
  /** Read as one with the first. */
  more?: string[]
  hasHeader: boolean
  method: ImportMethod
  sheet?: string
  headerRow?: number
  takesHidden?: boolean
}

type ImportLayoutProps = {
  calls: ImportCalls
  source: Source
  outline: ImportOutline
  isOpening: boolean
  problem: string
  onOutline: (source: Source, outline: ImportOutline) => void
  onOpen: (source: Source, mapping: Mapping) => void
  onAgain: () => void
}

const NOT_IMPORTED = '不导入'
const names = (all: readonly string[]) => all.map((name) => `“${name}”`).join('、')

export function ImportLayout(props: ImportLayoutProps) {
  const { calls, source, outline, isOpening, problem, onOutline, onOpen, onAgain } = props
  const { sheets, hiddenSheets, sheet, hiddenRows, headerRow, headings, lines } = outline
  const [mapping, setMapping] = useState(() => mappingOf(outline))
  const [shownOutline, setShownOutline] = useState(outline)
  if (shownOutline !== outline) {
    setShownOutline(outline)
    setMapping(mappingOf(outline))
  }
  const look = useAct(calls.outline, { guardMs: 0 })
  const ask = async (next: Source) => {
    const found = await look.run(next)
    if (found) onOutline(next, found)
  }
  const missing =
    headings.length > 0 ? missingIn(mapping, calls.columns, source.method === 'update' ? calls.update : undefined) : []
  const ignored = headings.filter(({ at, text }) => text.trim() !== '' && !mapping.get(at))
  const options = [
    { value: '', label: NOT_IMPORTED },
    ...calls.columns.map(({ key, header, required }) => ({
      value: key,
      label: required ? `${header}（必填）` : header,
    })),
  ]
  return (
    <div className="import-layout">
      {sheets.length > 1 && (
        <fieldset>
          <legend>工作表</legend>
          <Radio.Group
            value={sheet}
            disabled={look.pending}
            options={sheets.map((name) => ({ value: name, label: name }))}
            onChange={({ target }) => {
              const { headerRow: _, ...rest } = source
              void ask({ ...rest, sheet: target.value as string })
            }}
          />
        </fieldset>
      )}
      {hiddenSheets.length > 0 && <p className="import-hint">隐藏的工作表不读取：{names(hiddenSheets)}</p>}
      {hiddenRows > 0 && (
        <Checkbox
          checked={source.takesHidden ?? false}
          onChange={({ target }) => onOutline({ ...source, takesHidden: target.checked }, outline)}
        >
          也导入被筛选或手动隐藏的 {hiddenRows} 行
        </Checkbox>
      )}
      {headings.length > 0 && (
        <>
          <fieldset>
            <legend>表头在哪一行</legend>
            <ScrollBox className="import-lines" label="文件的前几行">
              <table>
                <tbody>
                  {lines.map(({ number, cells }) => (
                    <tr key={number} data-chosen={number === headerRow || undefined}>
                      <th scope="row">
                        <Radio
                          name="header"
                          checked={number === headerRow}
                          disabled={look.pending}
                          aria-label={`第 ${number} 行是表头`}
                          onChange={() => void ask({ ...source, sheet, headerRow: number })}
                        >
                          {number}
                        </Radio>
                      </th>
                      {cells.map((cell, at) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: cells have their place alone
                        <td key={at}>{cell}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          </fieldset>
          <fieldset>
            <legend>列的对应</legend>
            <ScrollBox className="import-mapping" label="列的对应">
              <table>
                <thead>
                  <tr>
                    <th scope="col">文件中的列</th>
                    <th scope="col">内容</th>
                    <th scope="col">导入到</th>
                  </tr>
                </thead>
                <tbody>
                  {headings
                    .filter(({ text, samples }) => text.trim() !== '' || samples.length > 0)
                    .map(({ at, text, samples, by }) => (
                      <tr key={at}>
                        <th scope="row">{text || `第 ${at + 1} 列`}</th>
                        <td>{samples.join('、')}</td>
                        <td>
                          <Select
                            aria-label={`“${text || `第 ${at + 1} 列`}”导入到`}
                            className="import-target"
                            value={mapping.get(at) ?? ''}
                            options={options}
                            showSearch={{
                              filterOption: (typed, option) => hasTyped(String(option?.label ?? ''), typed),
                            }}
                            onChange={(key) => setMapping((now) => withColumn(now, at, key))}
                          />
                          {by === 'choice' && <small>沿用上次的选择</small>}
                        </td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </ScrollBox>
          </fieldset>
        </>
      )}
      <p className="import-summary" role="status">
        {missing.length > 0 ? <strong>还缺少列：{names(missing)}</strong> : '可以检查'}
        {ignored.length > 0 && `。不导入：${names(ignored.map(({ text }) => text))}`}
      </p>
      {problem && (
        <p className="import-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="import-foot">
        <Button onClick={onAgain}>重新选择文件</Button>
        <span className="import-space" />
        <Button
          type="primary"
          disabled={missing.length > 0 || look.pending}
          loading={isOpening}
          onClick={() => onOpen({ ...source, ...(sheet !== '' && { sheet }), headerRow }, mapping)}
        >
          检查
        </Button>
      </div>
    </div>
  )
}
