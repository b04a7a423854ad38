// External page in an iframe (spec §2), only from the list that the operator has configured.
import './frame-page.css'
import { Button, Skeleton, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type Frame, getFrames } from '#contract/system/frames.ts'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { useCall } from '#web/lib/query.ts'
import { usePermissions } from '#web/lib/session/permissions.ts'
import { useTexts } from '../texts/texts.ts'
import { frameOf } from './frame.rules.ts'
import { StatusPage } from './status-page.tsx'

/** iframes report no load errors: after this time a hint is shown, ms. */
const LATE_MS = 15_000

/** Allows scripts and its own session, but not to navigate the console's window. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads'

type Progress = 'loading' | 'late' | 'loaded'

function useProgress() {
  const [progress, setProgress] = useState<Progress>('loading')
  useEffect(() => {
    if (progress !== 'loading') return
    const timer = setTimeout(() => setProgress('late'), LATE_MS)
    return () => clearTimeout(timer)
  }, [progress])
  return [progress, setProgress] as const
}

function Embedded({ frame }: { frame: Frame }) {
  const texts = useTexts()
  const [round, setRound] = useState(0)
  const [progress, setProgress] = useProgress()
  const reload = () => {
    setRound(round + 1)
    setProgress('loading')
  }
  return (
    <section className="frame-page" aria-label={frame.name}>
      <header>
        <h2>{frame.name}</h2>
        <Button type="link" size="small" onClick={reload}>
          {texts.loadAgain}
        </Button>
        <Button type="link" size="small" href={frame.address} target="_blank" rel="noreferrer">
          {texts.openInWindow}
        </Button>
      </header>
      {progress !== 'loaded' && (
        <div className="frame-page-state" role="status">
          {progress === 'late' ? <p>{texts.frameLate}</p> : <Spin delay={200} aria-label={texts.loading} />}
        </div>
      )}
      <iframe
        key={round}
        title={frame.name}
        src={frame.address}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
        allow="fullscreen"
        onLoad={() => setProgress('loaded')}
      />
    </section>
  )
}

export default function FramePage() {
  const { routerPath = '' } = useParams()
  const navigate = useNavigate()
  const texts = useTexts()
  const isAdministrator = usePermissions(({ holdings }) => holdings.isAdministrator)
  const { data, error, refetch } = useCall(getFrames)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active />
  const frame = frameOf(data, routerPath)
  if (frame) return <Embedded key={frame.address} frame={frame} />
  const action = { label: texts.states.toHome, onClick: () => void navigate('/', { replace: true }) }
  const why = isAdministrator ? texts.frameAllowHow : texts.frameRefusedWhy
  return <StatusPage code="403" title={texts.frameRefused} text={why} action={action} />
}
