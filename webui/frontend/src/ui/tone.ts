// A short tone and a buzz, for eyes that are elsewhere; never the only sign.

const LOUD = 0.08;
const LONG_S = 0.12;

export function playTone(hertz = 660): void {
  const sound = new AudioContext();
  const [voice, volume] = [sound.createOscillator(), sound.createGain()];
  volume.gain.value = LOUD;
  voice.frequency.value = hertz;
  voice.connect(volume).connect(sound.destination);
  voice.onended = () => void sound.close();
  voice.start();
  voice.stop(sound.currentTime + LONG_S);
}

export function buzz(): void {
  navigator.vibrate?.(60);
}
