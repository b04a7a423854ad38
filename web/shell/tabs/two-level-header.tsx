// Over a page that was opened inside the current tab: the way back, and what it is (spec §2).
import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTexts } from '../texts/texts.ts'

export function TwoLevelHeader({ title, onBack }: { title: string; onBack: () => void }) {
  return (
    <header className="two-level-header">
      <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={onBack}>
        {useTexts().back}
      </Button>
      <h1>{title}</h1>
    </header>
  )
}
