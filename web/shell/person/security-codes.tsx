// The recovery codes, shown once: to be copied or kept as a file.
import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useSecurityTexts } from '../texts/security.ts'
import { useCopy } from '../use-copy.ts'

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

export function SecurityCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const texts = useSecurityTexts()
  const copy = useCopy()
  const text = `${codes.join('\r\n')}\r\n`
  return (
    <section className="security-form" aria-live="polite">
      <h3>{texts.codesTitle}</h3>
      <p className="security-hint">{texts.codesHint}</p>
      <ul className="security-codes" aria-label={texts.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="security-actions">
        <Button icon={<CopyOutlined />} onClick={() => copy(text)}>
          {texts.copy}
        </Button>
        <Button icon={<DownloadOutlined />} onClick={() => download(texts.fileName, text)}>
          {texts.download}
        </Button>
        <Button type="primary" onClick={onDone}>
          {texts.saved}
        </Button>
      </div>
    </section>
  )
}
