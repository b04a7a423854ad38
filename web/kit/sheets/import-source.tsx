// The first step of an import: the template, and the rows, from a file or from the clipboard.
import { DownloadOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Progress, Radio, Tabs } from 'antd'
import { useState } from 'react'
import {
  FILES_MAX,
  IMPORT_BYTES,
  type ImportCalls,
  type ImportMethod,
  type ImportOutline,
  importMethodLabels,
  importMethods,
} from '#contract/sheets.ts'
import { failureText, Refusal } from '#web/lib/call.ts'
import { useAct } from '#web/lib/query.ts'
import { sizeText, upload, uploadFailure } from '#web/lib/upload.ts'
import { Can } from '../can.tsx'
import { optionsOf } from '../form/options.ts'
import { UploadDrop } from '../upload/upload-drop.tsx'
import type { Source } from './import-layout.tsx'
import { beginsWithHeader, fileFrom, rowsIn } from './import-paste.rules.ts'
import { saveSheet } from './sheet-file.ts'

type ImportSourceProps = {
  calls: ImportCalls
  /** Pasted text that is not checked yet. */
  text: string
  setText: (text: string) => void
  method: ImportMethod
  setMethod: (method: ImportMethod) => void
  /** The file was read; `open` where there is nothing to choose. */
  onRead: (source: Source, outline: ImportOutline) => Promise<void>
  /** Several files were read. */
  onReadMany: (source: Source) => Promise<void>
  problem: string
  setProblem: (problem: string) => void
}

/** The uploaded share; at 1 the server reads and checks the file. */
type Work = { part: number } | null

const READ_MS = 120_000

/** `“企业名称”，或“统一社会信用代码”`. */
function keysText({ columns, update }: ImportCalls): string {
  const headerOf = (key: string) => columns.find((column) => column.key === key)?.header ?? ''
  return (update?.keys ?? []).map((group) => `“${group.map(headerOf).join('、')}”`).join('，或')
}

export function ImportSource(props: ImportSourceProps) {
  const { calls, text, setText, method, setMethod, onRead, onReadMany, problem, setProblem } = props
  const [work, setWork] = useState<Work>(null)
  const [hasHeader, setHasHeader] = useState(false)
  const template = useAct(calls.template, { onSuccess: saveSheet })
  const { run: look } = useAct(calls.outline, {
    guardMs: 0,
    onRefusal: (refusal) => setProblem(failureText(refusal)),
    call: { timeout: READ_MS, hideErrorMsg: true, whitelist: [400] },
  })

  const openFiles = async (files: readonly File[], withHeader: boolean) => {
    const [tooLarge] = files.filter(({ size }) => size > IMPORT_BYTES)
    if (tooLarge) {
      const what = files.length > 1 ? `“${tooLarge.name}”` : '文件'
      return setProblem(`${what}不能超过 ${sizeText(IMPORT_BYTES)}，请拆分后再导入`)
    }
    setProblem('')
    setWork({ part: 0 })
    try {
      const ids: string[] = []
      for (const [at, file] of files.entries()) {
        const onProgress = (part: number) => setWork({ part: Math.min((at + part) / files.length, 0.99) })
        ids.push((await upload(file, { purpose: 'import', onProgress })).id)
      }
      const [fileId = '', ...more] = ids
      setWork({ part: 1 })
      const source = { fileId, hasHeader: withHeader, method }
      // the layout of several files is not one to choose
      if (more.length > 0) return await onReadMany({ ...source, more })
      const outline = await look(source)
      if (outline) await onRead(source, outline)
    } catch (failure) {
      if (!(failure instanceof Refusal && failure.isShown)) setProblem(uploadFailure(failure))
    } finally {
      setWork(null)
    }
  }

  const fromFile = (
    <UploadDrop
      purpose="import"
      label="选择要导入的文件"
      room={work ? 0 : calls.takesFiles ? FILES_MAX : 1}
      multiple={calls.takesFiles}
      fileList={[]}
      hint={`${calls.takesFiles ? `.xlsx、.csv 或 .gz，一次最多 ${FILES_MAX} 个，共` : '.xlsx 或 .csv，最多'} ${calls.rowsMax.toLocaleString('zh-CN')} 行、${sizeText(IMPORT_BYTES)}`}
      onChosen={(files) => void openFiles(files, true)}
    />
  )
  const fromClipboard = (
    <div className="import-paste">
      <Input.TextArea
        aria-label="粘贴的内容"
        rows={8}
        value={text}
        disabled={work !== null}
        placeholder={`在表格软件中选中并复制，然后粘贴到这里。没有表头时，列的顺序为：${calls.columns.map(({ header }) => header).join('、')}`}
        onChange={({ target }) => {
          setText(target.value)
          setHasHeader(beginsWithHeader(target.value, calls.columns))
        }}
      />
      <div className="import-acts">
        <Checkbox checked={hasHeader} onChange={({ target }) => setHasHeader(target.checked)}>
          第一行是表头
        </Checkbox>
        <Button
          type="primary"
          disabled={rowsIn(text) === 0}
          loading={work !== null}
          onClick={() => void openFiles([fileFrom(text)], hasHeader)}
        >
          检查 {Math.max(0, rowsIn(text) - (hasHeader ? 1 : 0))} 行
        </Button>
      </div>
    </div>
  )
  return (
    <div className="import-source">
      <div className="import-acts">
        <span>{calls.intro ?? '先下载模板，按“填写说明”填好后上传；导入前会逐行检查，不会直接保存。'}</span>
        <Button icon={<DownloadOutlined />} loading={template.pending} onClick={() => void template.run({})}>
          下载模板
        </Button>
      </div>
      {calls.update && (
        <Can call={calls.update.access}>
          <Radio.Group
            aria-label="已有的行"
            value={method}
            options={optionsOf(importMethodLabels, importMethods)}
            onChange={({ target }) => setMethod(target.value as ImportMethod)}
          />
          {method !== 'add' && (
            <p className="import-hint">按{keysText(calls)}找到已有的行；文件中没有的列和空单元格保持原值。</p>
          )}
        </Can>
      )}
      <Tabs
        items={[
          { key: 'file', label: '上传文件', children: fromFile },
          { key: 'paste', label: '粘贴内容', children: fromClipboard },
        ]}
      />
      {work && (
        <div className="import-work" role="status">
          <Progress percent={Math.round(work.part * 100)} size="small" showInfo={false} aria-label="上传进度" />
          {work.part < 1 ? '正在上传' : '正在读取并检查，行数多时需要几秒'}
        </div>
      )}
      {problem && (
        <p className="import-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
