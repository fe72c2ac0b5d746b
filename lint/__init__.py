"""The static half: reads code, never imports or runs it, and says what TorchDynamo will do there."""
