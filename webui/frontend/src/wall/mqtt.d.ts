// The part of mqtt.js that the wall uses. Its own types bring those of node, where a timer is no number.

declare module "mqtt/dist/mqtt.esm" {
  interface MqttOptions {
    protocolVersion: 5;
    reconnectPeriod: number;
    timerVariant: "native";
    username?: string;
    password?: string;
  }
  export interface MqttConnection {
    readonly connected: boolean;
    on(event: "connect" | "close", then: () => void): void;
    on(event: "error", then: (error: Error) => void): void;
    on(event: "message", then: (topic: string, payload: Uint8Array, packet: { retain: boolean }) => void): void;
    subscribe(topics: string[]): void;
    unsubscribe(topics: string[]): void;
    publishAsync(topic: string, payload: string, how: { qos: 1; retain: boolean }): Promise<unknown>;
  }
  const mqtt: { connect(address: string, options: MqttOptions): MqttConnection };
  export default mqtt;
}
