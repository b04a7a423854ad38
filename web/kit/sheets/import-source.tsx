// The first step of an import: the template, and the rows, from a file or from the clipboard.
import { DownloadOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Progress, Tabs } from 'antd'
import { useState } from 'react'
import { IMPORT_BYTES, IMPORT_ROWS, type ImportCalls, type ImportView } from '../../../contract/sheets.ts'
import { failureText, Refusal } from '../../lib/call.ts'
import { useAct } from '../../lib/query.ts'
import { sizeText, upload, uploadFailure } from '../../lib/upload.ts'
import { UploadDrop } from '../upload/upload-drop.tsx'
import { beginsWithHeader, fileFrom, rowsIn } from './import-paste.rules.ts'
import { saveSheet } from './sheet-file.ts'

type ImportSourceProps = {
  calls: ImportCalls
  /** Pasted text that is not checked yet. */
  text: string
  setText: (text: string) => void
  onOpened: (view: ImportView) => void
}

/** The uploaded share; at 1 the server reads and checks the file. */
type Work = { part: number } | null

const READ_MS = 120_000

export function ImportSource({ calls, text, setText, onOpened }: ImportSourceProps) {
  const [work, setWork] = useState<Work>(null)
  const [problem, setProblem] = useState('')
  const [hasHeader, setHasHeader] = useState(false)
  const template = useAct(calls.template, { onSuccess: saveSheet })
  const { run: open } = useAct(calls.open, {
    onSuccess: onOpened,
    guardMs: 0,
    onRefusal: (refusal) => setProblem(failureText(refusal)),
    call: { timeout: READ_MS, hideErrorMsg: true, whitelist: [400] },
  })

  const openFile = async (file: File, withHeader: boolean) => {
    if (file.size > IMPORT_BYTES) return setProblem(`文件不能超过 ${sizeText(IMPORT_BYTES)}，请拆分后再导入`)
    setProblem('')
    setWork({ part: 0 })
    try {
      const { id } = await upload(file, { purpose: 'import', onProgress: (part) => setWork({ part }) })
      setWork({ part: 1 })
      await open({ fileId: id, hasHeader: withHeader })
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
      room={work ? 0 : 1}
      fileList={[]}
      hint={`.xlsx 或 .csv，最多 ${IMPORT_ROWS.toLocaleString('zh-CN')} 行、${sizeText(IMPORT_BYTES)}${calls.intro === undefined ? '，表头与模板一致' : ''}`}
      customRequest={({ file }) => void openFile(file as File, true)}
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
          onClick={() => void openFile(fileFrom(text), hasHeader)}
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
