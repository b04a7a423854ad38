// Looks for QR codes with the camera.
import decoder from './decode.worker.ts?worker&url'

/** Between looks at the picture. */
const LOOK_MS = 150
/** Longer side of the picture that is searched for a code: enough for one that fills a third of it. */
const SEARCHED_PX = 640

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}
type Reader = { read: (video: HTMLVideoElement) => Promise<string | null>; end: () => void }

async function nativeReader(): Promise<Reader | undefined> {
  const Class = (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  // some browsers have the class without any format
  if (!Class || !(await Class.getSupportedFormats().catch((): string[] => [])).includes('qr_code')) return undefined
  const detector = new Class({ formats: ['qr_code'] })
  return { read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null, end: () => undefined }
}

function workerReader(): Reader {
  const worker = new Worker(decoder, { type: 'module' })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return {
    read: (video) => {
      const scale = Math.min(1, SEARCHED_PX / Math.max(video.videoWidth, video.videoHeight, 1))
      const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
      if (!context || width === 0) return Promise.resolve(null)
      canvas.width = width
      canvas.height = height
      context.drawImage(video, 0, 0, width, height)
      const { data } = context.getImageData(0, 0, width, height)
      return new Promise((resolve) => {
        worker.onmessage = ({ data: text }: MessageEvent<string | null>) => resolve(text)
        worker.postMessage({ width, height, data })
      })
    },
    end: () => worker.terminate(),
  }
}

/** Browsers give the camera only to pages over HTTPS, and on this computer itself. */
export const canScan = () => navigator.mediaDevices !== undefined

/** Calls `onCode` for each code in sight, until the function returned is called. Throws where there is no camera. */
export async function scan(video: HTMLVideoElement, onCode: (text: string) => void): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const reader = (await nativeReader()) ?? workerReader()
  let isOver = false
  video.srcObject = stream
  await video.play()
  async function look() {
    if (isOver) return
    try {
      const text = await reader.read(video)
      if (text !== null && !isOver) onCode(text)
    } catch {
      // no picture yet
    }
    setTimeout(() => void look(), LOOK_MS)
  }
  void look()
  return () => {
    isOver = true
    reader.end()
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}
