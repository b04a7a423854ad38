// Scans QR codes by the camera, where the browser can: BarcodeDetector.
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'

/** Between looks at the picture. */
const LOOK_MS = 250

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = () => (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Browsers give the camera only to pages over HTTPS, and on this computer itself. */
export const canScan = () => detectorClass() !== undefined && navigator.mediaDevices !== undefined

function useCamera(onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState('')
  const handle = useRef(onCode)
  useEffect(() => {
    handle.current = onCode
  }, [onCode])
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const Class = detectorClass()
    async function look(detector: Detector) {
      if (isOver || !video.current) return
      try {
        const [found] = await detector.detect(video.current)
        if (found && !isOver) handle.current(found.rawValue)
      } catch {
        // no picture yet
      }
      timer = setTimeout(() => void look(detector), LOOK_MS)
    }
    async function start() {
      if (!Class) return
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (isOver || !video.current) return stop()
        video.current.srcObject = stream
        await video.current.play()
        void look(new Class({ formats: ['qr_code'] }))
      } catch {
        setProblem('不能打开摄像头，请允许使用摄像头，或输入票号')
      }
    }
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    void start()
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  return { video, problem }
}

type ScannerProps = { onCode: (text: string) => void; onClosed: () => void }

export function Scanner({ onCode, onClosed }: ScannerProps) {
  const { video, problem } = useCamera(onCode)
  return (
    <div className="check-in-camera">
      {problem === '' ? <video ref={video} muted playsInline aria-label="摄像头画面" /> : <p role="alert">{problem}</p>}
      <Button block onClick={onClosed}>
        关闭摄像头
      </Button>
    </div>
  )
}
